const STORED = 'spillway-theme'
const DARK = '(prefers-color-scheme: dark)'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** What the person chose; the system's own where they chose nothing. */
export function chosenTheme(): ThemeChoice {
  const stored = localStorage.getItem(STORED)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function apply() {
  const choice = chosenTheme()
  const dark = choice === 'system' ? matchMedia(DARK).matches : choice === 'dark'
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

/** Remembers the choice and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(STORED, choice)
  apply()
}

/** Shows the theme now and follows the system from here on. Called once, before the first render. */
export function followTheme(): void {
  apply()
  matchMedia(DARK).addEventListener('change', apply)
}
