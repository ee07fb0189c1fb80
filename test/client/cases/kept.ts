import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from '../case.ts'
import { textOf } from '../choose-answer.ts'
import { listOfferProblems } from '../offered-tools.ts'
import type { ApiRequest } from '../scripted-api.ts'
import { Terminal } from '../terminal.ts'
import { waitFor } from '../wait-for.ts'
import { backscrollWords, findTranscript, runBackscroll, type World } from '../world.ts'
import { print } from './print.ts'

/** What backscroll does in the client: hooks, the MCP server, and sessions that come back from the archive. */
export const keptCases: readonly Case[] = [
  {
    name: 'hooks: a session is kept without being asked for, and resumed from the archive it sends its history',
    async run(world) {
      const id = await print(world, 'Remember the HARBOUR [play tools]')
      const bytes = await deleteKept(world, id)
      const { code, err } = await runBackscroll(world, ['restore', id])
      assert.equal(code, 0, err)
      assert.deepEqual(readFileSync(findTranscript(world, id) ?? ''), bytes, 'the restored transcript')
      await print(world, 'What was it? [play hello]', ['--resume', id])
      checkHistory(world.api.findStep(id, 'hello', 0), ['Remember the HARBOUR', 'We decided on beta'])
    },
  },
  {
    name: 'resume: the client goes on in the terminal with a session that only the archive had',
    async run(world) {
      const id = await print(world, 'Remember the LANTERN [play hello]')
      await deleteKept(world, id)
      const terminal = await Terminal.start(world, { resume: id, command: backscrollWords(['resume', id]) })
      await terminal.type('What was it? [play paint]')
      await terminal.waitForText('painted afresh')
      await terminal.leave()
      checkHistory(world.api.findStep(id, 'paint', 0), ['Remember the LANTERN', 'The ferry leaves at nine'])
    },
  },
  {
    name: 'mcp: the model knows the tools, and the server answers its calls from earlier sessions',
    async run(world) {
      await waitUntilKept(world, await print(world, 'Settle it [play tools]'))
      const terminal = await Terminal.start(world)
      await terminal.type('/mcp')
      await terminal.answer(/backscroll.*(connected|\d tools)/, 'Escape')
      await terminal.type('Look it up [play lookup]')
      await terminal.waitForText('Looked it up.')
      await terminal.waitUntilIdle()
      await terminal.type('List them [play recent]')
      await terminal.waitForText('Listed.')
      await terminal.leave()
      // The client hands the instructions of a server on once it is connected: not always with the first request.
      const request = world.api.findStep(terminal.sessionId, 'lookup', 1)
      assert.deepEqual(request && listOfferProblems(request.body), [])
      const found = listResults(request)
      assert.match(found, /<backscroll-history>.*We decided on beta/s)
      const listed = listResults(world.api.findStep(terminal.sessionId, 'recent', 1))
      assert.equal(listed.match(/<backscroll-history>/g)?.length, 2, listed)
    },
  },
  {
    name: 'hooks: a prompt about earlier work gets what was said then',
    when: 'after',
    async run(world) {
      // Typed by a person: sessions of programs are not recalled.
      const terminal = await Terminal.start(world)
      await terminal.type('Which paint holds on the LIGHTHOUSE stairs? [play stairs]')
      await terminal.waitForText('is slippery')
      await terminal.leave()
      await waitUntilKept(world, terminal.sessionId)
      await waitUntilIndexed(world)
      const id = await print(world, 'Which paint did we choose for the LIGHTHOUSE stairs? [play hello]')
      const request = world.api.findStep(id, 'hello', 0)
      const recalls = JSON.stringify(request?.body.messages).match(/<backscroll-recall>.*?<\/backscroll-recall>/g) ?? []
      assert.match(recalls.join('\n'), /tar paint/, 'what the request recalls')
    },
  },
  {
    name: 'hooks: none has failed',
    when: 'after',
    async run(world) {
      const failures = join(dataFolder(world), 'hooks', 'failures.jsonl')
      assert.equal(existsSync(failures) ? readFileSync(failures, 'utf8') : '', '')
    },
  },
]

function dataFolder({ home }: World): string {
  return join(home, '.local', 'share', 'backscroll')
}

/** Waits until hooks alone have brought all of a session into the archive: `restore` keeps nothing by itself. */
async function waitUntilKept(world: World, id: string): Promise<void> {
  const wanted = readFileSync(findTranscript(world, id) ?? '')
  const to = join(world.temporary, randomUUID())
  await waitFor(`all of ${id} in the archive`, async () => {
    rmSync(to, { recursive: true, force: true })
    await runBackscroll(world, ['restore', id, '--to', to])
    const found = globSync(join(to, 'projects', '*', `${id}.jsonl`))[0]
    return found !== undefined && readFileSync(found).equals(wanted) ? true : undefined
  })
}

/** Waits until nothing that a hook asked for is left to do. */
async function waitUntilIndexed(world: World): Promise<void> {
  const pending = join(dataFolder(world), 'hooks', 'pending')
  await waitFor('the end of what hooks began', () => (readdirSync(pending).length === 0 ? true : undefined))
}

/** Waits until a session is kept and takes its transcript away, as the client does after 30 days; gives its bytes. */
async function deleteKept(world: World, id: string): Promise<Buffer> {
  await waitUntilKept(world, id)
  const path = findTranscript(world, id) ?? ''
  const bytes = readFileSync(path)
  rmSync(path)
  return bytes
}

function checkHistory(request: ApiRequest | undefined, words: readonly string[]): void {
  const sent = (request?.body.messages ?? []).map(textOf).join('\n')
  for (const expected of words) assert.ok(sent.includes(expected), `not sent again: ${expected}`)
}

/** The results of the calls before a request, as the model got them. */
function listResults(request: ApiRequest | undefined): string {
  const content = request?.body.messages.findLast(({ role }) => role === 'user')?.content ?? []
  return JSON.stringify(content)
}
