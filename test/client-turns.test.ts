import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TurnOrigin } from '../src/model/turn-origin.ts'
import { listClientTruths, type TruePrompt } from './client-transcripts.ts'
import { readSession } from './read-session.ts'

/** How each prompt was started, by the driver's word, and the origin that it must have. */
const ORIGINS: { readonly [kind: string]: TurnOrigin } = {
  typed: 'typed',
  'sdk-stream-human-origin': 'typed',
  '-p': 'program',
  'sdk-stream': 'program',
  'command-to-model': 'command',
  'bang-line': 'shell',
  'plan-handover': 'plan',
  'task-notification': 'notification',
  'agent-message': 'teammate',
  scheduled: 'scheduled',
  'queued-sent-after-interrupt': 'queued',
}

describe.each(listClientTruths())('client $version', ({ config, truth }) => {
  test('each prompt begins a turn of its own where the driver says so, with its origin, and nothing else does', () => {
    let checked = 0
    for (const [id, { prompts }] of truth) {
      const file = fileOf(config, id)
      if (!file) continue
      const { main } = readSession(file)
      const found = new Map(main.turns.flatMap(turn => turn.starts.map(start => [start.uuid, start.origin])))
      const expected = new Map(prompts.filter(({ startsTurn }) => startsTurn).map(prompt => [prompt.uuid, prompt]))
      expect([...found.keys()].sort(), file).toEqual([...expected.keys()].sort())
      for (const [uuid, prompt] of expected) {
        const origin = uuid === TYPED_COPY ? originOfCopy(id, prompt) : originOf(prompt)
        expect(found.get(uuid ?? ''), `${file} ${uuid}`).toBe(origin)
        checked++
      }
    }
    expect(checked).toBeGreaterThan(20)
  })
})

function originOf({ kind, words }: TruePrompt): TurnOrigin | undefined {
  return kind === 'command-to-model' && words === 'program' ? 'program' : ORIGINS[kind]
}

/**
 * Words that a person typed, in 2.0.77, and the program's fork that copied them: nothing in that file tells whose they were.
 */
const TYPED_COPY = 'c377767e-8e43-485d-bb29-74361546d7b1'
const FORK = '176caba6-fe9a-4736-9949-1d789e2c51a7'

function originOfCopy(id: string, prompt: TruePrompt): TurnOrigin | undefined {
  return id === FORK ? 'program' : originOf(prompt)
}

function fileOf(config: string, id: string): string | undefined {
  const projects = join(config, 'projects')
  return readdirSync(projects)
    .map(slug => join(projects, slug, `${id}.jsonl`))
    .find(path => existsSync(path))
}
