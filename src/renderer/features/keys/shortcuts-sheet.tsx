import { useView } from '../../state/view.ts'
import { ModalDialog } from '../../ui/dialog.tsx'
import { keyNames } from '../../ui/keys.ts'
import { SHORTCUTS } from './shortcuts.ts'
import styles from './shortcuts-sheet.module.css'

/** Every key that does something, by where it does. */
export function ShortcutsSheet() {
  const setOverlay = useView((view) => view.setOverlay)
  return (
    <ModalDialog title="Keyboard" onClose={() => setOverlay(null)}>
      {SHORTCUTS.map(({ where, shortcuts }) => (
        <section key={where} className={styles['group']}>
          <h3>{where}</h3>
          <dl>
            {shortcuts.map(({ keys, says }) => (
              <div key={says}>
                <dt>{says}</dt>
                <dd>
                  {keys.map((combination) => (
                    <span key={combination}>
                      {keyNames(combination).map((name) => (
                        <kbd key={name}>{name}</kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </ModalDialog>
  )
}
