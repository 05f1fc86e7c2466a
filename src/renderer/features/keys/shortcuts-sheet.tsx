import { Dialog } from '@base-ui/react/dialog'
import { useView } from '../../state/view.ts'
import dialog from '../../ui/dialog.module.css'
import { keyNames } from '../../ui/keys.ts'
import { SHORTCUTS } from './shortcuts.ts'
import styles from './shortcuts-sheet.module.css'

/** Every key that does something, by where it does. */
export function ShortcutsSheet() {
  const setOverlay = useView((view) => view.setOverlay)
  return (
    <Dialog.Root open onOpenChange={() => setOverlay(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={dialog['dialog']}>
          <Dialog.Title className={dialog['title']}>Keyboard</Dialog.Title>
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
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
