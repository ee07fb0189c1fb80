import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { sessionEntryRoute } from '../src/surfaces/web/routes/session-entry.ts'
import {
  type FindAnswer,
  sessionCountsRoute,
  sessionFilterRoute,
  sessionFindRoute,
} from '../src/surfaces/web/routes/session-find.ts'
import { sessionMarkdownRoute } from '../src/surfaces/web/routes/session-markdown.ts'
import type { OpenSession } from '../src/surfaces/web/routes/session-open.ts'
import { sessionRawRoute } from '../src/surfaces/web/routes/session-raw.ts'
import { type RowAnswer, sessionRowRoute } from '../src/surfaces/web/routes/session-row.ts'
import { type RowsAnswer, sessionRowsRoute } from '../src/surfaces/web/routes/session-rows.ts'
import { FIXTURES } from './corpus.ts'
import { listSources } from './draw-session.ts'
import { ALL } from './hostile/payloads.ts'
import { makeHostileHome, SESSIONS } from './hostile/world.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeLines } from './temp-tree.ts'
import { startWeb } from './web-home.ts'
import { ask, askAll, type SmallWorld, smallWorld } from './web-session-world.ts'

/** An answer: rows up to the limit, of which the last may be as large as a row is at most. */
const MAX_ANSWER = 1_000_000

/** Longer ids of agents are no ids: they cannot be asked for. */
const MAX_ID = 1000

test('every fixture goes through every question about its rows', async () => {
  for (const source of listSources(FIXTURES)) await askEverything(loadSession(source), pathOf(source))
})

test('hostile transcripts go through every question about their rows', async () => {
  const projects = join(makeHostileHome(ALL), '.claude', 'projects')
  const sources = listSources(projects).filter((source, at) => !source.folder.endsWith('-fixtures') || at % 5 === 0)
  for (const source of sources) await askEverything(loadSession(source), pathOf(source))
}, 120_000)

async function askEverything(loaded: LoadedSession, path: string): Promise<void> {
  const world = smallWorld(loaded)
  const { main, agents } = loaded.session
  const places: Place[] = [
    ...main.turns.slice(0, 3).map(turn => ({ turns: `${turn.number}`, turn: turn.number })),
    ...agents
      .filter(agent => agent.id.length <= MAX_ID)
      .slice(0, 3)
      .map(agent => ({ agent: agent.id })),
  ]
  for (const place of places) await askPlace(world, place, path)
  await askAll(sessionCountsRoute, world, {})
  await askAll(sessionFilterRoute, world, { errors: 'true' })
  const found = await askAll<FindAnswer>(sessionFindRoute, world, { text: '<' })
  expect(JSON.stringify(found).length, path).toBeGreaterThan(0)
  for (const entry of main.entries.slice(0, 4)) {
    if (entry.uuid !== undefined) await ask(sessionEntryRoute, world, {}, { name: entry.uuid })
  }
}

interface Place {
  readonly turns?: string
  readonly turn?: number
  readonly agent?: string
}

async function askPlace(world: SmallWorld, { turns, turn, agent }: Place, path: string): Promise<void> {
  const several = turns === undefined ? { agent } : { turns }
  const one = turn === undefined ? { agent } : { turn }
  for (const level of ['prompts', 'answers', 'tools', 'all', 'raw']) {
    const { pages } = await ask<RowsAnswer>(sessionRowsRoute, world, { ...several, level })
    const text = JSON.stringify(pages)
    expect(text.length, path).toBeLessThan(MAX_ANSWER)
    await ask(sessionMarkdownRoute, world, { ...several, level })
    if (level !== 'all') continue
    for (const index of [...(pages[0]?.rows.keys() ?? [])].filter(at => at % 40 === 1)) {
      const { row } = await ask<RowAnswer>(sessionRowRoute, world, { ...one, index })
      expect(row.kind, path).toBe(pages[0]?.rows[index]?.row.kind)
      await ask(sessionRawRoute, world, { ...one, index })
    }
  }
}

test('a folder that is none, or is elsewhere, is no reason not to open a session', async () => {
  const folder = '.claude/projects/-elsewhere'
  const session = (at: number): string => `5e551000-0000-4000-8000-00000000000${at}`
  const folders = ['/a\0b', '\\\\evil.invalid\\share', '//evil.invalid/share', '\ud800', `/${'x'.repeat(9000)}`, '\0']
  const files = folders.map((cwd, at) => [`${folder}/${session(at)}.jsonl`, makeLines(session(at), { cwd })] as const)
  const web = await startWeb({ home: makeKeepHome(Object.fromEntries(files)) })
  for (const [at, cwd] of folders.entries()) {
    const open = await web.json<OpenSession>(`/sessions/${session(at)}`)
    expect(open.resume).toMatchObject({ cwd, isFolderThere: false })
  }
})

test('hostile sessions open', async () => {
  const home = makeHostileHome(ALL)
  const web = await startWeb({ home: { ...makeKeepHome(), home, keep: join(home, 'keep') } })
  for (const id of Object.values(SESSIONS)) {
    expect([id, (await web.json<OpenSession>(`/sessions/${id}`)).id]).toEqual([id, id])
  }
}, 60_000)
