import { type Browser, chromium } from 'playwright-core'
import { findChromium, sandboxArguments } from '../../scripts/runtimes.ts'

/** The Chromium that people use, so that what it measures of a page is what they get. */
export function launchChromium(): Promise<Browser> {
  const found = findChromium()
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({
    executablePath: found.path,
    args: [...sandboxArguments(), '--disable-background-networking', '--disable-gpu'],
  })
}
