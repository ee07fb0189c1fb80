import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Hit } from '../src/redact/redaction.ts'
import { buildIdentity } from '../src/share/identity.ts'
import { createColors } from '../src/surfaces/cli/colors.ts'
import { type ReviewApp, reviewHits } from '../src/surfaces/cli/export/review.ts'
import type { Output } from '../src/surfaces/cli/output.ts'
import { makeHome, runCli } from './cli-runner.ts'
import { listObeyed } from './hostile/terminal-bytes.ts'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { makeLines, ONE, writeItem } from './temp-tree.ts'

function makeHit(rule: string, value: string, more: Partial<Hit> = {}): Hit {
  const context = `before ${value} after`
  const placeholder = `‹${rule}-1›`
  const rest = { category: 'secret', count: 2, places: [], masked: '…', contextAt: 7 } as const
  return { rule, value, placeholder, context, ...rest, ...more }
}

const HITS = [
  makeHit('github-token', 'one'),
  makeHit('email', 'two'),
  makeHit('email', 'three'),
  makeHit('host', 'four'),
]

async function review(answers: string, { hits = HITS, isInteractive = true, color = false, columns = 80 } = {}) {
  const written: string[] = []
  const err = {
    write: (text: string) => void written.push(text),
    line: (text = '') => void written.push(`${text}\n`),
    lines: (lines: Iterable<string>) => void written.push(...[...lines].map(line => `${line}\n`)),
  } as unknown as Output
  const input = new PassThrough()
  input.end(answers)
  const signal = new AbortController().signal
  const app: ReviewApp = {
    ...{ err, input, signal, isInteractive, color, columns },
    colors: createColors(color),
    commandName: 'backscroll',
  }
  return { result: await reviewHits(app, hits), text: written.join('') }
}

async function checkReview(answers: string, keep: readonly string[], words: readonly string[] = []): Promise<void> {
  const { result } = await review(answers)
  expect([answers, result]).toEqual([answers, { keep, words }])
}

describe('the review', () => {
  test('takes out by default, keeps what one says', async () => {
    await checkReview('\n\n\n\n\n', [])
    await checkReview('k\n\nk\n\n\n', ['one', 'three'])
    await checkReview('\nkk\n\n\n', ['two', 'three'])
    await checkReview('k\nr\n\n', ['one'])
  })
  test('goes back, and takes a word with it', async () => {
    await checkReview('k\nb\n\n\n\n\n\n', [])
    await checkReview('w\nNachtigall\nr\n\n', [], ['Nachtigall'])
    await checkReview('r\nw\nblue harbour\n\n', [], ['blue harbour'])
    await checkReview('b\nr\n\n', [])
  })
  test('refuses a word that would break everything, and answers it does not know', async () => {
    const { result, text } = await review('w\nx\nw\ntype\nyes\n?\nr\nmaybe\n\n')
    expect(result).toEqual({ keep: [], words: [] })
    expect(text).toContain('too short')
    expect(text).toContain('word of the transcript format')
    expect(text.match(/none of the answers/g)).toHaveLength(2)
  })
  test('ends without a result when one quits, at any question, or the input ends', async () => {
    for (const answers of ['q\n', 'k\nq\n', 'r\nq\n', '', 'k\n', 'r\n']) {
      const { result, text } = await review(answers)
      expect([answers, result]).toEqual([answers, undefined])
      expect(text).toMatch(/Nothing was written\.\n$/)
    }
  })
  test('offers to add words where nothing was found', async () => {
    const { result, text } = await review('w\nNachtigall\n\n', { hits: [] })
    expect(text).toContain('Nothing was found')
    expect(result).toEqual({ keep: [], words: ['Nachtigall'] })
  })
  test('shows each hit marked in its line, cut to the terminal, harmless', async () => {
    const value = `se\x1b[2Jcret\u202e`
    const context = `${'left '.repeat(50)}${value}${' right'.repeat(50)}\nnext line`
    const hits = [makeHit('github-token', value, { context, contextAt: 250 })]
    for (const color of [true, false]) {
      const { text } = await review('\n\n', { hits, color, columns: 60 })
      expect(listObeyed(text, color)).toEqual([])
      expect(text).toMatch(
        color ? /left \x1b\[7mse␛\[2Jcret<U\+202E>\x1b\[27m right/ : /left \[\[se␛\[2Jcret<U\+202E>\]\] right/,
      )
      expect(text).toContain('github-token (secret)')
      expect(text).toContain('2 times, becomes ‹github-token-1›')
      expect(text).not.toContain('next line')
    }
  })
  test('needs somebody to answer', async () => {
    await expect(review('\n', { isInteractive: false })).rejects.toThrow('nobody is here to answer')
  })
})

describe('export --review', () => {
  const TOKEN = ['ghp', 'x7Kq2mZ9pL4vT8wR1nB6cY3sD5fG0hJ2kA9e'].join('_')

  function makeWorld(name: string): { readonly home: string; readonly file: string } {
    const home = makeHome(`review-${name}`)
    const lines = makeLines(ONE, { prompt: `Push ${TOKEN} for Nachtigall`, cwd: '/srv/app' })
    writeItem(
      join(home, `.claude/projects/-srv-app/${ONE}.jsonl`),
      lines.map(line => ({ ...line, requestId: undefined })),
    )
    return { home, file: join(home, 'talk.md') }
  }

  test.runIf(hasTerminal())('writes what was decided, and looks again for words that were added', () => {
    const { home, file } = makeWorld('words')
    const { code, text } = runInTerminal(['export', ONE, '-o', file, '--review'], {
      home,
      input: 'kk\nw\nNachtigall\nr\n\n\n\n\n\n',
    })
    expect(code, text).toBe(0)
    const written = readFileSync(file, 'utf8')
    expect(written).toContain(TOKEN)
    expect(written).not.toContain('Nachtigall')
  })
  test.runIf(hasTerminal())('writes nothing where one quits', () => {
    const { home, file } = makeWorld('quit')
    const { text } = runInTerminal(['export', ONE, '-o', file, '--review'], { home, input: 'q\n' })
    expect(text).toContain('Nothing was written.')
    expect(existsSync(file)).toBe(false)
  })
  test('says what to do where there is no terminal', () => {
    const { home, file } = makeWorld('pipe')
    const { code, err } = runCli(['export', ONE, '-o', file, '--review'], { home })
    expect(code).toBe(2)
    expect(err).toContain('redact ID --check')
    expect(existsSync(file)).toBe(false)
  })
})

describe('who the machine belongs to', () => {
  test('is told by the environment and by the folders sessions ran in', () => {
    const env = { USER: 'abyron', LOGNAME: 'abyron', USERPROFILE: 'C:\\Users\\Ada Byron' }
    const cwds = ['/Users/ada/work/app', '/home/lovelace', 'D:\\Users\\ab\\x', '/mnt/c/Users/ada.b/x', '/srv/app']
    const { homes, users, hosts } = buildIdentity({ home: '/home/abyron/', env }, cwds, 'engine-one.local')
    expect(homes).toEqual([
      ...[
        '/home/abyron',
        'C:\\Users\\Ada Byron',
        '/Users/ada',
        '/home/lovelace',
        'D:\\Users\\ab',
        '/mnt/c/Users/ada.b',
      ],
    ])
    expect(users).toEqual(['abyron', 'Ada Byron', 'ada', 'lovelace', 'ada.b'])
    expect(hosts).toEqual(['engine-one.local', 'engine-one'])
  })
  test('names that everybody has are left alone', () => {
    const { homes, users, hosts } = buildIdentity(
      { home: '/root', env: { USER: 'root' } },
      ['/Users/Shared/x'],
      'localhost',
    )
    expect([homes, users, hosts]).toEqual([['/root'], [], []])
    expect(buildIdentity({ home: '/', env: { USER: 'user', HOSTNAME: 'ubuntu' } }, [], '').homes).toEqual([])
  })
})
