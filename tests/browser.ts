import { type Browser, chromium } from 'playwright-core'
import { findHeadlessChromium, sandboxArguments } from '../scripts/runtimes.ts'

const found = findHeadlessChromium()

export const CHROMIUM = 'path' in found ? found.path : ''

/** Why no test in a browser can run on this machine; null where they can. */
export const browserMissing = 'missing' in found ? found.missing : null

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...sandboxArguments(),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
    ],
  })
