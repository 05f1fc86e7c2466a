import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fitWindow, readWindowState, writeWindowState } from '../../../src/main/electron/window-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'spillway-window-'))
const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const left = { x: 100, y: 50, width: 1400, height: 900, maximized: true }
afterAll(() => rmSync(folder, { recursive: true }))

describe('window state', () => {
  it('comes back as it was left', () => {
    const path = join(folder, 'left.json')
    writeWindowState(path, left)
    expect(readWindowState(path, [screen])).toEqual(left)
  })

  it.each(['', '{', '{"width":"wide"}', 'null'])(
    'starts at the first size where %j is remembered',
    (text) => {
      const path = join(folder, 'broken.json')
      writeFileSync(path, text)
      expect(readWindowState(path, [screen])).toEqual({ width: 1280, height: 800, maximized: false })
    },
  )

  it('starts at the first size where nothing is remembered', () => {
    const path = join(folder, 'missing.json')
    expect(readWindowState(path, [screen])).toMatchObject({ width: 1280, height: 800 })
  })

  it('forgets a place on a screen that is gone, and keeps the size', () => {
    const state = fitWindow({ ...left, x: 2500 }, [screen])
    expect(state).toEqual({ width: 1400, height: 900, maximized: true })
  })

  it('keeps a place on a second screen', () => {
    const second = { x: 1920, y: 0, width: 1920, height: 1080 }
    expect(fitWindow({ ...left, x: 2500 }, [screen, second])).toEqual({ ...left, x: 2500 })
  })

  it('is never smaller than what the page is made for', () => {
    expect(fitWindow({ width: 10, height: 10, maximized: false }, [screen])).toMatchObject({
      width: 900,
      height: 600,
    })
  })
})
