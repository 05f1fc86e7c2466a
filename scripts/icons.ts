// Renders resources/**.svg to the PNGs that Electron takes: `node scripts/icons.ts` after a change of a drawing.
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { findChromium, sandboxArguments } from './runtimes.ts'

const RESOURCES = new URL('../resources/', import.meta.url)
const TRAY_STATES = ['up', 'trouble', 'paused', 'starting', 'down']
const TRAY_SIZE = 16

const found = findChromium()
if ('missing' in found) throw new Error(found.missing)
const browser = await chromium.launch({ executablePath: found.path, args: sandboxArguments() })
const page = await browser.newPage()

await render(page, await drawing('icon'), 512, 'icon.png')
for (const state of TRAY_STATES) {
  const coloured = await drawing(`tray/${state}`)
  // macOS takes the shape from the opacity alone and colours it itself.
  const black = coloured.replaceAll(/(stroke|fill)="#(?!fff|000)[0-9a-f]{6}"/g, '$1="#000"')
  for (const [scale, suffix] of [
    [1, ''],
    [2, '@2x'],
  ] as const) {
    await render(page, coloured, TRAY_SIZE * scale, `tray/${state}${suffix}.png`)
    await render(page, black, TRAY_SIZE * scale, `tray/${state}Template${suffix}.png`)
  }
}
await browser.close()

function drawing(name: string): Promise<string> {
  return readFile(new URL(`${name}.svg`, RESOURCES), 'utf8')
}

async function render(page: Page, svg: string, size: number, name: string): Promise<void> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  )
  await writeFile(new URL(name, RESOURCES), await page.screenshot({ omitBackground: true }))
}
