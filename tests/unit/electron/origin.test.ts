import { expect, it } from 'vitest'
import { isOwnPage } from '../../../src/main/electron/origin.ts'

it.each(['app://spillway/', 'app://spillway', 'app://spillway/index.html?a#b'])('%s is ours', (url) => {
  expect(isOwnPage(url)).toBe(true)
})

it.each([
  'app://other/',
  'app://spillway.evil/',
  'app://spillway:1/',
  'https://spillway/',
  'file:///app://spillway/',
  'about:blank',
  'data:text/html,app://spillway/',
  '',
])('%s is not ours', (url) => {
  expect(isOwnPage(url)).toBe(false)
})
