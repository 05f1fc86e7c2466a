import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useView } from '../../state/view.ts'
import dialog from '../../ui/dialog.module.css'
import { keyNames } from '../../ui/keys.ts'
import { grouped, useCommands } from './commands.ts'
import type { Command } from './commands.ts'
import styles from './palette.module.css'

/** Everything that can be gone to or done, found by typing. */
export function Palette() {
  const setOverlay = useView((view) => view.setOverlay)
  const commands = useCommands()
  const choose = ({ run }: Command) => {
    // Closed first: a command may open another overlay.
    setOverlay(null)
    run()
  }
  return (
    <Dialog.Root open onOpenChange={() => setOverlay(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={styles['palette']} aria-label="Command palette">
          <Autocomplete.Root
            items={grouped(commands)}
            itemToStringValue={({ label }: Command) => label}
            open
            inline
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              className={styles['input']}
              placeholder="Go to, do, find…"
              aria-label="Command"
            />
            <Autocomplete.Empty className={styles['empty']}>Nothing of that name.</Autocomplete.Empty>
            <Autocomplete.List className={styles['list']}>
              {(group: { value: string; items: Command[] }) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className={styles['label']}>{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        className={styles['item']}
                        onClick={() => choose(command)}
                      >
                        <command.icon size={15} strokeWidth={1.6} aria-hidden />
                        <span>{command.label}</span>
                        {command.keys !== undefined &&
                          keyNames(command.keys).map((name) => <kbd key={name}>{name}</kbd>)}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
