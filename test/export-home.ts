import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPage } from '../scripts/build-page.js'
import type { Result } from './cli-runner.ts'
import { type KeepHome, makeKeepHome, type RunHereOptions } from './keep-home.ts'
import { makeTree, type TreeItem, writeItem } from './temp-tree.ts'

/** A machine with a session worth sharing and things in it that nobody else should see. */
export interface ExportHome extends KeepHome {
  /** An empty folder, from which `exportHere` runs. */
  readonly desk: string
  readonly secrets: Secrets
  exportHere(args: readonly string[], options?: RunHereOptions): Promise<Result>
  /** Names below the desk. */
  listDesk(): readonly string[]
  readDesk(name: string): string
}

/** Made when the tests run: none stands in the tree. */
export interface Secrets {
  readonly token: string
  readonly password: string
  readonly email: string
}

export const RICH = '3f2a0000-aaaa-4aaa-8aaa-000000000001'
export const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export async function makeExportHome(more: { readonly [path: string]: TreeItem } = {}): Promise<ExportHome> {
  const secrets = makeSecrets()
  const made = makeKeepHome()
  const project = made.transcript.slice(0, made.transcript.lastIndexOf('/'))
  const files = {
    [join(project, `${RICH}.jsonl`)]: richLines(made, secrets),
    [join(project, RICH, 'subagents', 'agent-b2.jsonl')]: agentLines(made, secrets),
    ...Object.fromEntries(Object.entries(more).map(([path, item]) => [join(project, path), item])),
  }
  for (const [path, item] of Object.entries(files)) writeItem(path, item)
  const desk = makeTree({})
  const packageDir = await builtPage()
  return {
    ...made,
    desk,
    secrets,
    exportHere: (args, options = {}) => made.run(['export', ...args], { cwd: desk, packageDir, ...options }),
    listDesk: () => readdirSync(desk, { recursive: true, encoding: 'utf8' }).sort(),
    readDesk: name => readFileSync(join(desk, name), 'utf8'),
  }
}

let built: Promise<string> | undefined

/** The page of these sources, whatever is or is not in dist/. */
export function builtPage(): Promise<string> {
  built ??= buildPage().then(({ script, style }) =>
    makeTree({ 'dist/page/reader.js': script, 'dist/page/reader.css': style }),
  )
  return built
}

function makeSecrets(): Secrets {
  const letters = Array.from({ length: 36 }, (_, at) => 'q7RtW2mZx9LpK4vN8bYc'[(at * 7 + 3) % 20]).join('')
  return {
    token: ['ghp', letters].join('_'),
    password: ['s3cr', 'et-Pl', 'um#99'].join(''),
    email: ['ada.keeper', 'orchard-mail.net'].join('@'),
  }
}

/** Three turns: a command with a commit, an image, and a prompt about a subagent. */
function richLines({ work }: KeepHome, { token, password, email }: Secrets): readonly object[] {
  const lines = createLines(RICH, work)
  lines.user('u1', `Push the plums with ${token}\nand tell ${email}`)
  lines.assistant('a1', [
    { type: 'text', text: 'Pushing now.' },
    { type: 'tool_use', id: 'toolu_01', name: 'Bash', input: { command: `cd ${work} && git commit -m plums` } },
  ])
  const stdout = `[main 0a1b2c3] Plant plums\n 1 file changed\nDATABASE_URL=postgres://keeper:${password}@db.orchard-mail.net/plums\n`
  lines.result('r1', 'toolu_01', stdout)
  lines.assistant('a2', [{ type: 'text', text: `Pushed from \`${work}/plums.ts\`.` }])
  lines.push({
    type: 'pr-link',
    prNumber: 12,
    prUrl: 'https://example.com/acme/orchard/pull/12',
    prRepository: 'acme/orchard',
  })
  lines.user('u2', [
    { type: 'text', text: 'What is in this picture?' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: IMAGE } },
  ])
  lines.assistant('a3', [{ type: 'text', text: 'One plum.' }])
  lines.user('u3', 'Count the plums')
  lines.assistant('a4', [
    {
      type: 'tool_use',
      id: 'toolu_02',
      name: 'Task',
      input: { description: 'Count', prompt: 'Count the plums', subagent_type: 'counter' },
    },
  ])
  lines.result('r2', 'toolu_02', 'Seven plums', { agentId: 'b2', status: 'completed' })
  lines.assistant('a5', [{ type: 'text', text: 'There are seven plums.' }])
  return lines.all
}

function agentLines({ work }: KeepHome, { token }: Secrets): readonly object[] {
  const lines = createLines(RICH, work, { isSidechain: true, agentId: 'b2' })
  lines.user('s1', 'Count the plums')
  lines.assistant('s2', [{ type: 'text', text: `Seven plums, seen with ${token}` }])
  return lines.all
}

/** Lines of a transcript, one below the other in time and tree. */
export function createLines(sessionId: string, cwd: string, more: object = {}) {
  const all: object[] = []
  let parentUuid: string | null = null
  let minutes = 0
  function push(line: object): void {
    all.push({ sessionId, ...line })
  }
  function add(uuid: string, line: object): void {
    const timestamp = new Date(Date.parse('2026-03-01T09:00:00Z') + minutes++ * 60_000).toISOString()
    push({
      parentUuid,
      isSidechain: false,
      cwd,
      version: '2.1.98',
      gitBranch: 'main',
      uuid,
      timestamp,
      ...more,
      ...line,
    })
    parentUuid = uuid
  }
  const usage = { input_tokens: 100, output_tokens: 50, cache_read_input_tokens: 1000, cache_creation_input_tokens: 10 }
  return {
    all,
    push,
    add,
    user(uuid: string, content: unknown): void {
      add(uuid, { type: 'user', message: { role: 'user', content } })
    },
    assistant(uuid: string, content: readonly object[]): void {
      const message = {
        id: `msg_${uuid}`,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content,
        stop_reason: 'end_turn',
        usage,
      }
      add(uuid, { type: 'assistant', requestId: `req_${uuid}`, message })
    },
    result(
      uuid: string,
      toolUseId: string,
      text: string,
      toolUseResult: unknown = { stdout: text, stderr: '', interrupted: false },
    ): void {
      const content = [{ type: 'tool_result', tool_use_id: toolUseId, content: text }]
      add(uuid, { type: 'user', message: { role: 'user', content }, toolUseResult })
    },
  }
}
