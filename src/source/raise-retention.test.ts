import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTree, type TreeItem } from '../../test/temp-tree.ts'
import { raiseRetention, retentionFileOf } from './raise-retention.ts'
import { readRetention } from './retention.ts'

function raise(files: { readonly [path: string]: TreeItem }): { text: string; before: number | undefined } {
  const folder = makeTree({ ...files, 'projects/x': '' })
  const path = join(folder, 'settings.json')
  const { daysBefore } = raiseRetention(path, 3650)
  expect(readRetention(folder)).toMatchObject({ days: 3650, setBy: path })
  expect(readdirSync(folder).filter(name => name.includes('backscroll'))).toEqual([])
  return { text: readFileSync(path, 'utf8'), before: daysBefore }
}

function checkEdit(before: string, after: string): void {
  expect(raise({ 'settings.json': before }).text).toBe(after)
}

function checkRefusal(files: { readonly [path: string]: TreeItem }, why: RegExp): void {
  const folder = makeTree(files)
  const path = join(folder, 'settings.json')
  const read = () => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined)
  const before = read()
  expect(() => raiseRetention(path, 3650)).toThrow(why)
  expect(read()).toEqual(before)
}

describe('raising the days that transcripts are kept', () => {
  test('makes the file where there is none, or nothing in it', () => {
    const made = '{\n  "cleanupPeriodDays": 3650\n}\n'
    expect(raise({})).toEqual({ text: made, before: undefined })
    checkEdit('', made)
    checkEdit(' \n', made)
  })
  test('changes the number and nothing else', () => {
    checkEdit('{"a":1,"cleanupPeriodDays":30,"b":[1,{"c":"}"}]}', '{"a":1,"cleanupPeriodDays":3650,"b":[1,{"c":"}"}]}')
    checkEdit('{\n\t"cleanupPeriodDays" : 30\n}', '{\n\t"cleanupPeriodDays" : 3650\n}')
    expect(raise({ 'settings.json': '{"cleanupPeriodDays": 7}' }).before).toBe(7)
  })
  test('replaces a value that is no number', () =>
    checkEdit('{"cleanupPeriodDays": "30", "a": null}', '{"cleanupPeriodDays": 3650, "a": null}'))
  test('adds it first, with the indentation and line ends of the file', () => {
    checkEdit('{\n    "model": "opus"\n}\n', '{\n    "cleanupPeriodDays": 3650,\n    "model": "opus"\n}\n')
    checkEdit('{\r\n\t"a": 1\r\n}\r\n', '{\r\n\t"cleanupPeriodDays": 3650,\r\n\t"a": 1\r\n}\r\n')
    checkEdit('{"a":1}', '{"cleanupPeriodDays": 3650, "a":1}')
    checkEdit('{}', '{\n  "cleanupPeriodDays": 3650\n}')
    checkEdit('\ufeff{ "a": 1 }', '\ufeff{ "cleanupPeriodDays": 3650, "a": 1 }')
  })
  test('is not led astray by the same word deeper down or inside a text', () => {
    const text =
      '{"env": {"cleanupPeriodDays": 1}, "note": "\\"cleanupPeriodDays\\": 2", "a": [{"cleanupPeriodDays": 3}]}'
    checkEdit(text, text.replace('{', '{"cleanupPeriodDays": 3650, '))
  })
  test('sets the one that counts where it stands twice', () =>
    checkEdit(
      '{"cleanupPeriodDays": 1, "cleanupPeriodDays": 2}',
      '{"cleanupPeriodDays": 1, "cleanupPeriodDays": 3650}',
    ))
  test('keeps the rights of the file', () => {
    const folder = makeTree({ 'settings.json': '{}' })
    const path = join(folder, 'settings.json')
    chmodSync(path, 0o640)
    raiseRetention(path, 400)
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })
  test('leaves a file alone that is broken, no object, or elsewhere', () => {
    checkRefusal({ 'settings.json': '{"a": 1,}' }, /settings\.json is not a JSON object: it was not changed/)
    checkRefusal({ 'settings.json': '[1]' }, /is not a JSON object/)
    checkRefusal({ 'settings.json': '// mine\n{"a": 1}' }, /is not a JSON object/)
    checkRefusal({ 'settings.json': { link: '../../etc/hosts' } }, /is a link/)
    checkRefusal({ 'settings.json': { link: 'dotfiles/claude.json' }, 'dotfiles/claude.json': '{}' }, /is a link to/)
    checkRefusal({ 'settings.json': { link: 'gone.json' } }, /leads nowhere/)
    checkRefusal({ 'settings.json/x': '' }, /cannot be read/)
    checkRefusal({ 'settings.json': '{"a": "\ufffd"}' }, /broken text/)
  })
  test('follows a link to another name in the same folder', () => {
    const { text } = raise({ 'settings.json': { link: 'real.json' }, 'real.json': '{}' })
    expect(text).toContain('3650')
  })
  test('law: any settings stay as they were, whatever is in them', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('cleanupPeriodDays', 'a"b', '{', '"', ']'))
    const settings = fc.dictionary(key, fc.jsonValue(), { maxKeys: 6 })
    const folder = makeTree({ 'settings.json': '' })
    const path = join(folder, 'settings.json')
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        // V8 13.6 may take the key "\"" for the key "\\" where it has met that one before.
        fc.pre(!text.includes('"\\\\":'))
        const parsed = JSON.parse(text)
        writeFileSync(path, text)
        raiseRetention(path, 3650)
        expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...parsed, cleanupPeriodDays: 3650 })
      }),
      { numRuns: 200 },
    )
  })
})

test('local settings are changed where they are the ones that say so', () => {
  expect(retentionFileOf('/c', { setBy: '/c/settings.local.json' })).toBe('/c/settings.local.json')
  for (const setBy of [undefined, '/c/settings.json', '/c/.claude.json', '/.claude.json']) {
    expect(retentionFileOf('/c', { setBy })).toBe('/c/settings.json')
  }
})
