import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { OutputClosed } from './output.ts'
import { choosePager, openPager } from './pager.ts'

const folder = mkdtempSync(join(tmpdir(), 'backscroll-pager-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function checkChoice(env: { [name: string]: string }, pager: string | undefined, expected: string | undefined): void {
  expect(choosePager(env, pager === undefined ? {} : { pager })).toBe(expected)
}

describe('the choice of a pager', () => {
  test('takes our own variable before the setting and PAGER', () =>
    checkChoice({ BACKSCROLL_PAGER: 'a', PAGER: 'c' }, 'b', 'a'))
  test('takes the setting before PAGER', () => checkChoice({ PAGER: 'c' }, 'b -x', 'b -x'))
  test('takes PAGER before less', () => checkChoice({ PAGER: 'more' }, undefined, 'more'))
  test('can be none', () => {
    checkChoice({ BACKSCROLL_PAGER: '' }, 'b', undefined)
    checkChoice({ PAGER: 'cat' }, undefined, undefined)
    checkChoice({ PAGER: 'less' }, 'none', undefined)
  })
})

describe('a pager', () => {
  test('gets every byte in order', async () => {
    const path = join(folder, 'all')
    const pager = await openPager(`cat > '${path}'`, { PATH: process.env.PATH })
    for (let line = 0; line < 20_000; line++) {
      pager?.out.line(`line ${line} 漢字`)
      if (line % 1000 === 0) await pager?.out.drained()
    }
    await pager?.close()
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(20_000)
  })
  test('that is quit early ends the writing, not the program', async () => {
    const pager = await openPager('true', { PATH: process.env.PATH })
    const writing = async () => {
      for (;;) {
        pager?.out.line('more and more')
        await pager?.out.drained()
        await new Promise(resolve => setTimeout(resolve, 1))
      }
    }
    await expect(writing()).rejects.toBeInstanceOf(OutputClosed)
    await pager?.close()
  })
})
