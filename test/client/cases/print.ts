import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from '../case.ts'
import { checkSession, type ExpectedTurn } from '../check-session.ts'
import { does } from '../client-changes.ts'
import { waitFor } from '../wait-for.ts'
import { runClient, type World } from '../world.ts'

/** Prompts of programs: print mode, and a stream of JSON as SDKs and editors use it. */
export const printCases: readonly Case[] = [
  {
    name: 'print: a prompt is a turn of a program',
    async run(world) {
      const id = await print(world, 'Say hello [play hello]')
      await checkSession(world, id, [['program', 'Say hello']])
    },
  },
  {
    name: 'print: tools, failures and retries are counted as they were sent',
    async run(world) {
      const id = await print(world, 'Use tools [play tools]')
      await print(world, 'Try again and again [play failing]', ['--resume', id])
      await checkSession(world, id, [
        ['program', 'Use tools'],
        ['program', 'Try again and again'],
      ])
    },
  },
  {
    name: 'print: a subagent is counted with its session; its prompt opens no turn there, the news of its end does',
    async run(world) {
      const id = await print(world, 'Send an agent [play agent]')
      const news: readonly ExpectedTurn[] = [['notification', 'task-notification']]
      const isTold = does(world, 'agents run in the background')
      await checkSession(world, id, [['program', 'Send an agent'], ...(isTold ? news : [])])
    },
  },
  {
    name: 'print: a command given by a program is a turn of a program',
    async run(world) {
      const id = await print(world, '/otter fish')
      await checkSession(world, id, [['program', 'fish']])
    },
  },
  {
    name: 'print: what ran in the background wakes the model in a turn of its own',
    async run(world) {
      const id = randomUUID()
      const ended = print(world, 'Work in the background [play background-print]', ['--session-id', id])
      await waitFor('the answer before the news', () => world.api.findStep(id, 'background-print', 1))
      writeFileSync(join(world.project, 'go-on-print'), '')
      await ended
      await checkSession(world, id, [
        ['program', 'Work in the background'],
        ['notification', 'task-notification'],
      ])
    },
  },
  {
    name: 'print: a compaction opens no turn, and what follows one does',
    async run(world) {
      const id = await print(world, 'Before the compaction [play hello]')
      await print(world, 'Once more before it [play tools]', ['--resume', id])
      await print(world, '/compact', ['--resume', id])
      await print(world, 'After the compaction [play hello]', ['--resume', id])
      assert.equal(world.api.of(id).filter(({ kind }) => kind === 'compaction').length, 1)
      await checkSession(world, id, [
        ['program', 'Before the compaction'],
        ['program', 'Once more before it'],
        ['program', 'After the compaction'],
      ])
    },
  },
  {
    name: 'stream: messages without an origin are turns of a program',
    async run(world) {
      const id = await stream(world, [say('First of two [play hello]'), say('Second of two [play hello]')])
      await checkSession(world, id, [
        ['program', 'First of two'],
        ['program', 'Second of two'],
      ])
    },
  },
  {
    name: 'stream: what a person wrote in an editor is a person’s',
    async run(world) {
      const typed = { ...say('Typed in an editor [play hello]'), origin: { kind: 'human' } }
      const id = await stream(world, [typed], { CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' })
      await checkSession(world, id, [['typed', 'Typed in an editor']])
    },
  },
]

/** Runs a prompt in print mode, in a new session or the one that `args` begin with, and gives its id. */
export async function print(world: World, prompt: string, args: readonly string[] = []): Promise<string> {
  const session = args.length > 0 ? args : ['--session-id', randomUUID()]
  const { code, err, out } = await runClient(world, ['-p', prompt, ...session])
  assert.equal(code, 0, `${prompt}: ended with ${code}: ${err}${out}`)
  return session[1] ?? ''
}

async function stream(
  world: World,
  messages: readonly object[],
  env: { readonly [name: string]: string } = {},
): Promise<string> {
  const id = randomUUID()
  const formats = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const { code, err } = await runClient(world, ['-p', '--session-id', id, ...formats], {
    input: messages.map(message => `${JSON.stringify(message)}\n`).join(''),
    env,
  })
  assert.equal(code, 0, err)
  return id
}

function say(content: string): object {
  return { type: 'user', message: { role: 'user', content } }
}
