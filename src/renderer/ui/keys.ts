const isMac = navigator.platform.startsWith('Mac')

/** The modifier that commands take on this platform, as it is printed on its keys. */
export const MOD = isMac ? '⌘' : 'Ctrl'

const NAMES: Readonly<Record<string, string>> = {
  $mod: MOD,
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
}

/** The keys of a shortcut (`$mod+k`) as they are printed on a keyboard, one each. */
export const keyNames = (keys: string): string[] =>
  keys.split('+').map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
