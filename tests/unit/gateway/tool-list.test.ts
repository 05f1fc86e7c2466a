import { expect, test } from 'vitest'
import { ToolList } from '../../../src/main/gateway/tool-list.ts'

function listened() {
  const heard: boolean[] = []
  return { heard, list: new ToolList((isFirst) => void heard.push(isFirst)) }
}

test('a list that differs is news, the first one is not, and neither is the same once more', () => {
  const { heard, list } = listened()
  list.remember([{ name: 'a' }], false)
  list.remember([{ name: 'a' }], false)
  expect(heard).toEqual([])
  list.remember([{ name: 'b' }], false)
  expect(heard).toEqual([false])
})

test('the first list is news where somebody was given none', () => {
  const { heard, list } = listened()
  list.remember([{ name: 'a' }], true)
  expect(heard).toEqual([true])
})

test('what a server announced is passed on though the list reads as before: it may have changed twice', () => {
  const { heard, list } = listened()
  list.remember([{ name: 'a' }], false)
  list.remember([{ name: 'a' }], true)
  expect(heard).toEqual([false])
})
