import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_PUBLIC_NAME, NameTable, parsePublicName, publicName } from '../../../src/main/gateway/names.ts'

const server = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)
const tool = fc.oneof(
  fc.stringMatching(/^[a-z_]{1,8}$/),
  fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }),
)
const addresses = fc.uniqueArray(fc.record({ server, tool }), {
  selector: (each) => `${each.server}\0${each.tool}`,
  maxLength: 30,
})
const lengthOf = (name: string) => Array.from(name).length

describe('public tool names', () => {
  it('are server__tool as long as that fits', () => {
    expect(publicName({ server: 'fs', tool: 'read_text_file' })).toBe('fs__read_text_file')
    const [exact, over] = ['t'.repeat(MAX_PUBLIC_NAME - 4), 't'.repeat(MAX_PUBLIC_NAME - 3)]
    expect(publicName({ server: 'fs', tool: exact })).toBe(`fs__${exact}`)
    expect(publicName({ server: 'fs', tool: over })).toMatch(/^fs__t{35}_[0-9a-f]{8}$/)
  })

  it('never change once given out: the hash is of the name, not of the machine', () => {
    expect(
      publicName({ server: 'everything', tool: 'trigger-long-running-operation-with-a-long-name' }),
    ).toBe('everything__trigger-long-running-operat_0b44af11')
  })

  it('lead back to their tool, are short and differ, in every order', () => {
    fc.assert(
      fc.property(addresses, fc.infiniteStream(fc.nat()), (all, random) => {
        const table = new NameTable(all)
        const names = all.map((address) => table.nameOf(address))
        expect(new Set(names).size).toBe(all.length)
        expect(Math.max(0, ...names.map(lengthOf))).toBeLessThanOrEqual(MAX_PUBLIC_NAME)
        for (const [at, name] of names.entries()) expect(table.find(name)).toEqual(all[at])
        const keyed = all.map((address) => ({ address, key: random.next().value }))
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ address }) => address)
        const other = new NameTable(shuffled)
        expect(all.map((address) => other.nameOf(address))).toEqual(names)
      }),
    )
  })

  it('are shared by nobody where two servers want the same', () => {
    const [short, long] = [
      { server: 'a', tool: 'b__c' },
      { server: 'a__b', tool: 'c' },
    ]
    const table = new NameTable([long, short])
    expect(table.nameOf(short)).toBe('a__b__c')
    expect(table.nameOf(long)).toMatch(/^a__b__c_[0-9a-f]{8}$/)
    expect(table.find('a__b__c')).toEqual(short)
  })

  it('are read by their form where the tools are not known yet', () => {
    expect(parsePublicName('a__b__c', ['a', 'a__b', 'x'])).toEqual({ server: 'a__b', tool: 'c' })
    expect(parsePublicName('b__c', ['a'])).toBeNull()
    expect(parsePublicName('a_b', ['a'])).toBeNull()
  })
})
