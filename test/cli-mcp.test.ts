import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { ENTRY, runShell } from './cli-runner.ts'
import { type KeepHome, makeKept, makeProgram } from './keep-home.ts'
import { callerOf } from './mcp-client.ts'

/** What `backscroll mcp --http` tells somebody to run, while it serves. */
async function serveIn<Value>({ home }: KeepHome, cwd: string, use: (line: string) => Promise<Value>): Promise<Value> {
  const env = { PATH: process.env.PATH, HOME: home }
  const child = spawn(process.execPath, [ENTRY, 'mcp', '--http', '--port', '0'], { cwd, env })
  try {
    let said = ''
    for await (const data of child.stderr.setEncoding('utf8')) {
      said += data
      if (said.includes('Ctrl-c ends it.')) break
    }
    return await use(said.split('\n').find(line => line.includes('claude mcp add')) ?? said)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
}

/** Spaces, quotes, what shells put something else for, what addresses are made of, other alphabets, a line end. */
const NAME = 'it\'s "two" $HOME $(touch run) `touch run` !! back\\slash 50%25+1&2=3?#;x (~*) größe 日本 😀\nend'

test('the line that `mcp --http` prints makes a shell name the folder exactly, whatever its name is', async () => {
  const home = await makeKept()
  const folder = join(home.home, NAME)
  mkdirSync(folder)
  const line = await serveIn(home, folder, async said => said)
  // Nothing that an interactive shell would put something else for.
  expect(line).toMatch(
    /^ {2}claude mcp add --transport http backscroll "[^"$`\\! ]+" --header "Authorization: Bearer [\w-]+"$/,
  )
  const claude = makeProgram('claude')
  const env = { PATH: [claude.folder, process.env.PATH].join(delimiter) }
  expect((await runShell(line, { env })).code).toBe(0)
  const [, , ...words] = claude.calls()[0] ?? []
  expect(words.slice(0, 5)).toEqual(['mcp', 'add', '--transport', 'http', 'backscroll'])
  expect(new URL(words[5] ?? '').searchParams.get('project')).toBe(folder)
}, 60_000)

test('a client with that line is answered from the project of the folder', async () => {
  const home = await makeKept()
  const answer = await serveIn(home, home.work, async line => {
    const [, address = '', key = ''] = /"(http[^"]+)" --header "Authorization: ([^"]+)"/.exec(line) ?? []
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: { Authorization: key } } }),
    )
    const { text } = await callerOf(client)('search', { query: 'tomatoes' })
    await client.close()
    return text
  })
  expect(answer).toContain('Grow the tomatoes')
}, 60_000)
