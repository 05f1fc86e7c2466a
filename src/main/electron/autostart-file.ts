import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * An entry of a Linux desktop's autostart folder (freedesktop.org's Desktop Application Autostart Specification 0.5). One that the
 * person switched off in the desktop's own settings has `Hidden=true` and counts as off.
 */
export class AutostartFile {
  readonly #folder: string
  readonly #path: string
  readonly #text: string

  constructor(folder: string, name: string, command: readonly string[]) {
    this.#folder = folder
    this.#path = join(folder, `${name.toLowerCase()}.desktop`)
    this.#text = [
      '[Desktop Entry]',
      'Type=Application',
      `Name=${name}`,
      `Exec=${command.map(quoted).join(' ')}`,
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n')
  }

  async isOn(): Promise<boolean> {
    try {
      const text = await readFile(this.#path, 'utf8')
      return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }

  async set(on: boolean): Promise<void> {
    if (!on) return rm(this.#path, { force: true })
    await mkdir(this.#folder, { recursive: true })
    await writeFile(this.#path, this.#text)
  }
}

/**
 * An argument of `Exec`, by the Desktop Entry Specification 1.5: in double quotes, where a quote, a backquote, a dollar sign and a
 * backslash are escaped, a percent sign is doubled; and the backslashes of that are doubled once more, for it is a string value.
 */
function quoted(argument: string): string {
  const percent = argument.replaceAll('%', '%%')
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(percent)) return percent
  return `"${percent.replaceAll(/["`$\\]/g, '\\$&')}"`.replaceAll('\\', '\\\\')
}
