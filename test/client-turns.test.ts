import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TurnOrigin } from '../src/model/turn-origin.ts'
import { listClientTruths, type SessionTruth, type TruePrompt } from './client-transcripts.ts'
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

describe.each(listClientTruths())('client $version', ({ version, config, truth }) => {
  const copied = countUuids([...truth.values()])

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
        if (isUnmarkedCopy(prompt)) continue
        expect(found.get(uuid ?? ''), `${file} ${uuid}`).toBe(originOf(prompt))
        checked++
      }
    }
    expect(checked).toBeGreaterThan(20)
  })

  /** Up to 2.1.50 nothing in a fork tells who gave what it copied: the file that it was copied from does. */
  function isUnmarkedCopy({ uuid }: TruePrompt): boolean {
    return /^2\.0|^2\.1\.50$/.test(version) && (copied.get(uuid ?? '') ?? 0) > 1
  }
})

function originOf({ kind, words }: TruePrompt): TurnOrigin | undefined {
  return kind === 'command-to-model' && words === 'program' ? 'program' : ORIGINS[kind]
}

function countUuids(sessions: readonly SessionTruth[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { prompts } of sessions) {
    for (const { uuid } of prompts) if (uuid !== null) counts.set(uuid, (counts.get(uuid) ?? 0) + 1)
  }
  return counts
}

function fileOf(config: string, id: string): string | undefined {
  const projects = join(config, 'projects')
  return readdirSync(projects)
    .map(slug => join(projects, slug, `${id}.jsonl`))
    .find(path => existsSync(path))
}
