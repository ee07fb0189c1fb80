import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { makeFolder } from './make-folder.ts'

describe('making a folder', () => {
  test('makes those above it, with the same rights, and may be done again', () => {
    const folder = makeTree({})
    const path = join(folder, 'a', 'b')
    for (let time = 0; time < 2; time++) makeFolder(path, 0o700)
    expect([path, join(folder, 'a')].map(made => statSync(made).mode & 0o777)).toEqual([0o700, 0o700])
  })
  test('fails where a file is in the way', () => {
    expect(() => makeFolder(join(makeTree({ f: '' }), 'f', 'x'))).toThrow(/ENOTDIR|ENOENT/)
  })
  test.runIf(existsSync('/proc/self'))('fails, and does not try for ever, where nobody can make one', () => {
    expect(() => makeFolder('/proc/nope/x')).toThrow(/ENOENT|EACCES|EPERM/)
  })
})
