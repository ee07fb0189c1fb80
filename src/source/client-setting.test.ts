import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTree, type TreeItem } from '../../test/temp-tree.ts'
import { openClientSetting } from './client-setting.ts'

const OURS = { type: 'command', command: '/n "x" $& statusline', padding: 0 } as const
const WRITTEN = '{ "type": "command", "command": "/n \\"x\\" $& statusline", "padding": 0 }'

function set(files: { readonly [path: string]: TreeItem }): { readonly text: string; readonly known: unknown } {
  const folder = makeTree({ ...files, 'projects/x': '' })
  const file = openClientSetting(join(folder, 'settings.json'), 'statusLine')
  file.set(OURS)
  expect(readdirSync(folder).filter(name => name.includes('backscroll'))).toEqual([])
  return { text: readFileSync(join(folder, 'settings.json'), 'utf8'), known: file.known }
}

function checkEdit(before: string, after: string): void {
  expect(set({ 'settings.json': before }).text).toBe(after)
}

function checkRefusal(files: { readonly [path: string]: TreeItem }, why: RegExp): void {
  expect(() => set(files)).toThrow(why)
}

describe('the client’s settings', () => {
  test('are made where there are none', () => {
    const made = `${JSON.stringify({ statusLine: OURS }, null, 2)}\n`
    expect(set({})).toEqual({ text: made, known: undefined })
    checkEdit(' \n', made)
  })
  test('keep everything else as it is', () => {
    checkEdit('{"a":1,  "b":[1000003]}', `{"statusLine": ${WRITTEN}, "a":1,  "b":[1000003]}`)
    checkEdit('{\r\n\t"a": 1\r\n}\r\n', `{\r\n\t"statusLine": ${WRITTEN},\r\n\t"a": 1\r\n}\r\n`)
    checkEdit('{\n  "statusLine": {"x": [1]},\n  "a": 1\n}', `{\n  "statusLine": ${WRITTEN},\n  "a": 1\n}`)
  })
  test('say what stood there before', () =>
    expect(set({ 'settings.json': '{"statusLine": {"command": "mine.sh"}}' }).known).toEqual({ command: 'mine.sh' }))
  test('hold the same and the new one, whatever they hold', () => {
    const folder = makeTree({ 'settings.json': '' })
    const path = join(folder, 'settings.json')
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2, '\t'), (settings, indent) => {
        if (JSON.stringify(settings).includes('\ufffd')) return
        writeFileSync(path, JSON.stringify(settings, null, indent))
        openClientSetting(path, 'statusLine').set(OURS)
        expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
          ...JSON.parse(JSON.stringify(settings)),
          statusLine: OURS,
        })
      }),
      { numRuns: 100 },
    )
  })
  test('keep their rights', () => {
    const path = join(makeTree({ 'settings.json': '{}' }), 'settings.json')
    chmodSync(path, 0o640)
    openClientSetting(path, 'statusLine').set(OURS)
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })
  test('are left alone where they are broken or elsewhere', () => {
    checkRefusal({ 'settings.json': '{"a": 1,}' }, /settings\.json is not a JSON object: it was not changed/)
    checkRefusal({ 'settings.json': '[1]' }, /is not a JSON object/)
    checkRefusal({ 'settings.json': { link: 'dotfiles/c.json' }, 'dotfiles/c.json': '{}' }, /is a link to/)
    checkRefusal({ 'settings.json': { link: 'gone.json' } }, /leads nowhere/)
    checkRefusal({ 'settings.json/x': '' }, /cannot be read/)
    checkRefusal({ 'settings.json': '{"a": "\ufffd"}' }, /broken text/)
  })
  test('are left alone where somebody changed them meanwhile', () => {
    const path = join(makeTree({ 'settings.json': '{}' }), 'settings.json')
    const file = openClientSetting(path, 'statusLine')
    writeFileSync(path, '{"mine": 1}')
    expect(() => file.set(OURS)).toThrow(/was changed a moment ago/)
    expect(readFileSync(path, 'utf8')).toBe('{"mine": 1}')
  })
  test('are followed to another name in the same folder', () => {
    const { text } = set({ 'settings.json': { link: 'real.json' }, 'real.json': '{}' })
    expect(JSON.parse(text)).toEqual({ statusLine: OURS })
  })
})
