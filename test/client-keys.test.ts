import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readManifest } from '../src/archive/read-manifest.ts'
import { readClientNotes } from '../src/source/client-notes.ts'
import { makeKeepHome } from './keep-home.ts'
import { ONE, writeItem } from './temp-tree.ts'

/** Every path that anything opened, read or copied. */
const touched = vi.hoisted(() => [] as string[])

vi.mock('node:fs', async importOriginal => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const seen = watch(fs, ['openSync', 'open', 'readFileSync', 'readFile', 'copyFileSync', 'copyFile', 'cpSync'])
  const more = watch(fs, ['createReadStream', 'linkSync', 'symlinkSync', 'renameSync'])
  return { ...fs, ...seen, ...more, default: { ...fs, ...seen, ...more } }

  function watch(from: object, names: readonly string[]): object {
    const wrapped = names.map(name => {
      const original = (from as { [name: string]: (...args: unknown[]) => unknown })[name]
      const noted = (...args: unknown[]): unknown => {
        touched.push(String(args[0]))
        return original?.(...args)
      }
      return [name, noted]
    })
    return Object.fromEntries(wrapped)
  }
})

afterEach(() => {
  touched.length = 0
})

const KEY = `${process.pid}.${'0123456789abcdef'.repeat(4)}.key`
const SECRET = 'quay-key-that-nobody-may-have'
const PICTURE = '\x89PNG\r\n\x1a\n\x00'
const TITLE = '{"customTitle":"Tomatoes"}'

function makeHome() {
  const { work, ...rest } = makeKeepHome()
  const own = `.claude/projects/${work.replace(/[^a-zA-Z0-9]/g, '-')}/${ONE}`
  const files = {
    [`.claude/sessions/${process.pid}.json`]: JSON.stringify({ pid: process.pid, sessionId: ONE, status: 'idle' }),
    [`.claude/sessions/${KEY}`]: SECRET,
    [`.claude/tasks/${ONE}/${KEY}`]: SECRET,
    [`${own}/${KEY}`]: SECRET,
    [`${own}/custom-title.json`]: TITLE,
    [`${own}/tool-results/mcp-sums-blob-1795006059667-hnz5xc.png`]: PICTURE,
  }
  return { ...rest, work, own, files }
}

test('the key of a running client is never opened, kept or put back, whatever is asked', async () => {
  const { home, config, keep, run, files, transcript } = makeHome()
  writeAll(home, files)
  for (const args of [['sync'], ['ls'], ['doctor'], ['status'], ['search', 'tomatoes'], ['verify']]) await run(args)
  await run(['export', ONE, '--format', 'json', '--output', join(home, 'out.json')])
  expect(readClientNotes(config).get(ONE)?.pid).toBe(process.pid)
  expect(touched).toContain(join(config, 'sessions', `${process.pid}.json`))
  expect(touched).toContain(transcript)
  expect(touched.filter(path => path.endsWith('.key'))).toEqual([])
  const kept = [...readManifest(join(keep, 'archive')).files.values()].flatMap(({ generations }) =>
    generations.map(({ path }) => path),
  )
  expect(kept.some(path => path.endsWith('custom-title.json'))).toBe(true)
  expect(kept.filter(path => path.endsWith('.key'))).toEqual([])
  await run(['restore', ONE, '--to', join(home, 'back')])
  const back = readdirSync(join(home, 'back'), { recursive: true, encoding: 'utf8' })
  expect(back.filter(path => path.endsWith('.key'))).toEqual([])
})

test('the title and pictures of MCP results beside a transcript are kept and put back', async () => {
  const { home, run, files, own, transcript } = makeHome()
  writeAll(home, files)
  expect((await run(['sync'])).code).toBe(0)
  rmSync(dirname(transcript), { recursive: true })
  expect((await run(['restore', ONE])).code).toBe(0)
  expect(readFileSync(join(home, own, 'custom-title.json'), 'utf8')).toBe(TITLE)
  const picture = join(home, own, 'tool-results', 'mcp-sums-blob-1795006059667-hnz5xc.png')
  expect(readFileSync(picture, 'utf8')).toBe(PICTURE)
  expect(existsSync(join(home, own, KEY))).toBe(false)
})

function writeAll(home: string, files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) writeItem(join(home, path), text)
}
