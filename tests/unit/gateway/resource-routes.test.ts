import { describe, expect, it } from 'vitest'
import { ResourceRoutes } from '../../../src/main/gateway/resource-routes.ts'

describe('the routes of resources', () => {
  const routes = new ResourceRoutes()
  routes.remember('files', 'resources', [{ uri: 'file:///a' }, { uri: 'note://both' }])
  routes.remember('files', 'resourceTemplates', [{ uriTemplate: 'file:///{+path}' }])
  routes.remember('notes', 'resources', [{ uri: 'note://both' }, { uri: 'note://b' }, 'no resource'])
  routes.remember('notes', 'resourceTemplates', [{ uriTemplate: 'note://{user}/by/{name}.md' }])
  const servers = ['other', 'files', 'notes']

  it('lead to the server that listed a URI, and to the first where several did', () => {
    expect(routes.candidates('note://b', servers)).toEqual(['notes'])
    expect(routes.candidates('note://both', servers)).toEqual(['files'])
    expect(routes.candidates('note://both', ['notes', 'files'])).toEqual(['notes'])
    expect(routes.candidates('file:///a', ['notes'])).toEqual(['notes'])
  })

  it('lead to the server of a template, by its own text and by what fits it', () => {
    expect(routes.candidates('file:///{+path}', servers)).toEqual(['files'])
    expect(routes.candidates('file:///deep/down', servers)).toEqual(['files', 'other', 'notes'])
    expect(routes.candidates('note://ada/by/heart.md', servers)[0]).toBe('notes')
    // The same literals in another order, or overlapping, are no match.
    expect(routes.candidates('note://ada.md/by/heart', servers)[0]).toBe('other')
    expect(routes.candidates('note:///by', servers)[0]).toBe('other')
  })

  it('forget what a server no longer lists', () => {
    const fresh = new ResourceRoutes()
    expect(fresh.knows('a')).toBe(false)
    fresh.remember('a', 'resources', [{ uri: 'x:1' }])
    fresh.remember('a', 'resources', [])
    expect(fresh.knows('a')).toBe(true)
    expect(fresh.candidates('x:1', ['b', 'a'])).toEqual(['b', 'a'])
  })

  it('take no time over a template made to take time', () => {
    const hostile = new ResourceRoutes()
    hostile.remember('evil', 'resourceTemplates', [{ uriTemplate: `x:${'{+a}'.repeat(5_000)}!` }])
    const before = process.cpuUsage()
    expect(hostile.candidates(`x:${'a'.repeat(100_000)}`, ['evil', 'b'])).toEqual(['evil', 'b'])
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})
