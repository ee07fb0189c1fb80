import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { RootEnvironment } from '../src/source/roots.ts'

const made: string[] = []

// Some have thousands of files, and the disk is busy while tests run.
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** Content of a file, a list of lines written as JSON, or where a symbolic link leads. */
export type TreeItem = string | readonly object[] | { readonly link: string }

/** Makes a folder with these files. Removed after the tests of the file. */
export function makeTree(files: { readonly [path: string]: TreeItem }): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'backscroll-tree-')))
  made.push(folder)
  for (const [path, item] of Object.entries(files)) writeItem(join(folder, path), item)
  return folder
}

export function writeItem(path: string, item: TreeItem): void {
  mkdirSync(dirname(path), { recursive: true })
  if (typeof item === 'string') writeFileSync(path, item)
  else if ('link' in item) symlinkSync(item.link, path)
  else writeFileSync(path, toLines(item))
}

export function toLines(objects: readonly object[]): string {
  return objects.map(object => `${JSON.stringify(object)}\n`).join('')
}

/** A machine whose home is this folder. */
export function machineAt(home: string, more: Partial<RootEnvironment> = {}): RootEnvironment {
  return { home, platform: 'linux', variables: {}, workingFolder: home, ...more }
}

export const ONE = '11111111-1111-4111-8111-111111111111'
export const TWO = '22222222-2222-4222-8222-222222222222'
export const THREE = '22222222-3333-4333-8333-333333333333'

// Ids of one length stay in their order as texts, however many tests share the process.
let counter = 1000

/** A small conversation: one prompt, one answer. */
export function makeLines(
  sessionId: string,
  more: { prompt?: string; cwd?: string; at?: string; branch?: string; isSidechain?: boolean; agentId?: string } = {},
): readonly object[] {
  const { prompt = 'Add a test', cwd = '/home/dev/app', at = '2026-03-01T10:00:00.000Z', branch = 'main' } = more
  const user = `u-${++counter}`
  const answer = `a-${counter}`
  const envelope = { isSidechain: more.isSidechain ?? false, userType: 'external', cwd, sessionId, version: '2.1.40' }
  const shared = { ...envelope, gitBranch: branch, ...(more.agentId === undefined ? {} : { agentId: more.agentId }) }
  const later = new Date(Date.parse(at) + 60_000).toISOString()
  const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 30, cache_creation_input_tokens: 40 }
  return [
    {
      parentUuid: null,
      ...shared,
      type: 'user',
      message: { role: 'user', content: prompt },
      uuid: user,
      timestamp: at,
    },
    {
      parentUuid: user,
      ...shared,
      message: {
        model: 'claude-opus-4-6',
        id: `msg_01${counter}`,
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Done.' }],
        stop_reason: 'end_turn',
        usage,
      },
      requestId: `req_${counter}`,
      type: 'assistant',
      uuid: answer,
      timestamp: later,
    },
  ]
}
