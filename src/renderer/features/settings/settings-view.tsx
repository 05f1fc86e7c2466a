import { useQuery } from '@tanstack/react-query'
import { Tabs } from '@base-ui/react/tabs'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useOpened, useView } from '../../state/view.ts'
import tabs from '../detail/detail-tabs.module.css'
import { Unreachable } from '../status/unreachable.tsx'
import { Appearance } from './appearance.tsx'
import { FileText } from './file-text.tsx'
import { SECTIONS } from './fields.ts'
import { FieldRow } from './field-row.tsx'
import styles from './settings-view.module.css'
import { ToolRules } from './rules/tool-rules.tsx'

/** The configuration as forms and as its file; both follow what others change. */
export function SettingsView() {
  const { client } = useServices()
  const tab = useOpened('settings') ?? 'form'
  const select = useView((view) => view.select)
  const { data, error } = useQuery(queries.config(client))
  if (data === undefined) return error === null ? null : <Unreachable />
  return (
    <Tabs.Root
      className={tabs['root']}
      value={tab === 'file' ? 'file' : 'form'}
      onValueChange={(value: string) => select(value === 'file' ? value : null)}
    >
      <Tabs.List className={tabs['list']} activateOnFocus>
        <Tabs.Tab value="form">Settings</Tabs.Tab>
        <Tabs.Tab value="file">config.json</Tabs.Tab>
      </Tabs.List>
      {data.fault !== null && (
        <p className={styles['fault']} role="alert">
          <strong>{data.fault}.</strong> The last good configuration stays in force until the file is mended.
        </p>
      )}
      <Tabs.Panel value="form" className={`${tabs['panel']} ${styles['scroller']}`}>
        <div className={styles['form']}>
          {SECTIONS.map(({ title, fields }) => (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              {fields.map((field) => (
                <FieldRow key={field.path.join('.')} field={field} config={data} />
              ))}
            </section>
          ))}
          <ToolRules config={data} />
          <Appearance />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="file" keepMounted className={tabs['panel']}>
        <FileText path={data.path} text={data.text} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
