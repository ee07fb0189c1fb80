import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Output, OutputClosed } from './output.ts'
import { choosePager, openLater, openPager } from './pager.ts'

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

/** Two outputs that remember what they got. */
function collect(): { readonly out: Output; readonly err: Output; text(): { out: string; err: string } } {
  const texts = { out: '', err: '' }
  const collector = (name: 'out' | 'err'): Output => {
    const write = (text: string | Uint8Array): void => {
      texts[name] += text
    }
    return {
      write,
      line: (text = '') => write(`${text}\n`),
      lines: lines => write([...lines].map(line => `${line}\n`).join('')),
      drained: async () => {},
    }
  }
  return { out: collector('out'), err: collector('err'), text: () => texts }
}

/** Whatever the pager does not get is printed without it. */
async function checkNotStarted(command: string, lines: number): Promise<void> {
  const instead = collect()
  const pager = openPager(command, { PATH: process.env.PATH }, instead)
  const expected = Array.from({ length: lines }, (_, at) => `line ${at} of many\n`)
  for (const line of expected) {
    pager.out.write(line)
    await pager.out.drained()
  }
  await pager.close()
  expect(instead.text().out).toBe(expected.join(''))
  expect(instead.text().err).toMatch(/^backscroll: the pager `.*` cannot be started: .*\n$/)
}

describe('a pager', () => {
  test('that cannot be started loses nothing: all goes to stdout, and one sentence says why', async () => {
    await checkNotStarted('no-such-pager-here -R 2>/dev/null', 3)
    await checkNotStarted('no-such-pager-here 2>/dev/null', 30_000)
    await checkNotStarted(`'${folder}' 2>/dev/null`, 10)
  })
  test('that ends with an error of its own has shown what it got', async () => {
    const instead = collect()
    const pager = openPager('cat > /dev/null; exit 3', { PATH: process.env.PATH }, instead)
    pager.out.line('seen')
    await pager.close()
    expect(instead.text()).toEqual({ out: '', err: '' })
  })
  test('gets every byte in order', async () => {
    const path = join(folder, 'all')
    const pager = openPager(`cat > '${path}'`, { PATH: process.env.PATH }, collect())
    for (let line = 0; line < 20_000; line++) {
      pager.out.line(`line ${line} 漢字`)
      if (line % 1000 === 0) await pager.out.drained()
    }
    await pager.close()
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(20_000)
  })
  test('that is quit early ends the writing, not the program', async () => {
    const pager = openPager('true', { PATH: process.env.PATH }, collect())
    const writing = async () => {
      for (;;) {
        pager.out.line('more and more')
        await pager.out.drained()
        await new Promise(resolve => setTimeout(resolve, 1))
      }
    }
    await expect(writing()).rejects.toBeInstanceOf(OutputClosed)
    await pager.close()
  })
})

test('a pager is opened with the first word, and not at all where there is none', async () => {
  const { out, text } = collect()
  let opened = 0
  const open = () => {
    opened++
    return { out, close: async () => out.line('closed') }
  }
  const silent = openLater(open)
  await silent.out.drained()
  await silent.close()
  expect(opened).toBe(0)
  const pager = openLater(open)
  pager.out.line('one')
  pager.out.lines(['two'])
  await pager.close()
  expect(opened).toBe(1)
  expect(text().out).toBe('one\ntwo\nclosed\n')
})
