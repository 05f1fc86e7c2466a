/** What the keyboard does, as the sheet shows it. Keys joined by `+` are held together; several in a list do the same. */
export interface Shortcut {
  readonly keys: readonly string[]
  readonly says: string
}

export const SHORTCUTS: readonly { readonly where: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: ['$mod+k'], says: 'Go anywhere, do anything' },
      { keys: ['1', '8'], says: 'Views, in the order of the rail' },
      { keys: ['/'], says: 'Filter' },
      { keys: ['t'], says: 'Go to a time' },
      { keys: ['r'], says: 'Replay the turn or the session that is open' },
      { keys: ['p'], says: 'Hold new rows back, or let them come' },
      { keys: ['?'], says: 'This sheet' },
    ],
  },
  {
    where: 'In a list',
    shortcuts: [
      { keys: ['ArrowDown', 'j'], says: 'Next row' },
      { keys: ['ArrowUp', 'k'], says: 'Row before' },
      { keys: ['PageDown', 'PageUp'], says: 'A page on or back' },
      { keys: ['Home', 'End'], says: 'First or last row' },
      { keys: ['Space'], says: 'Choose the row, beside others' },
      { keys: ['$mod+a'], says: 'Choose all' },
      { keys: ['Enter'], says: 'Into what is open' },
      { keys: ['Escape'], says: 'Close it' },
    ],
  },
  {
    where: 'In a replay',
    shortcuts: [
      { keys: ['Space'], says: 'Play or pause' },
      { keys: ['ArrowLeft', 'ArrowRight'], says: 'A step back or forward' },
      { keys: ['Home', 'End'], says: 'First or last step' },
      { keys: ['[', ']'], says: 'Slower or faster' },
    ],
  },
  {
    where: 'In what is open',
    shortcuts: [
      { keys: ['ArrowLeft', 'ArrowRight'], says: 'Tabs' },
      { keys: ['$mod+f'], says: 'Find in the full content' },
      { keys: ['n', 'Shift+n'], says: 'Next or last error line that the agent never saw' },
      { keys: ['Escape'], says: 'Back to the list' },
    ],
  },
]
