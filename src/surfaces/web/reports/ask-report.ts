import { statSync } from 'node:fs'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import type { World } from '../world.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import { makeReport, type ReportName, type ReportQuery } from './report-table.ts'
import { createReporter, type Reporter, ReporterGone } from './reporter-process.ts'

/** Of an index of this size no report takes 100 ms; a process costs more than that to start. */
const BIG_INDEX_BYTES = 32 * 1024 * 1024
/** While so many are read for the first time, reports read transcripts themselves. */
const MANY_SESSIONS = 200

interface Desk {
  readonly reporter: Reporter
  readonly cache: AnswerCache
  /** What is being made now, by question. */
  readonly making: Map<string, Promise<Uint8Array>>
  /** Changes with what there is to report on. */
  epoch: number
}

const desks = new WeakMap<World, Desk>()

/**
 * A report as the JSON that the client gets: made once for all who ask for it together, here or, where there is much, in a
 * process of its own. `state` names all that it depends on, where that can be said: then it is kept for who asks next.
 */
export async function askReport<Name extends ReportName>(
  world: World,
  name: Name,
  query: ReportQuery<Name>,
  state?: string,
): Promise<Response> {
  const desk = deskOf(world)
  const question = JSON.stringify([name, query])
  const known = state === undefined ? undefined : desk.cache.find(question, state)
  if (known) return answerWith(known)
  const key = `${desk.epoch} ${state} ${question}`
  const made = desk.making.get(key) ?? make(world, desk, name, query)
  desk.making.set(key, made)
  try {
    const body = await made
    if (state !== undefined) desk.cache.keep(question, state, body)
    return answerWith(body)
  } finally {
    if (desk.making.get(key) === made) desk.making.delete(key)
  }
}

/** Whoever opens the page asks for reports first. */
export function prepareReports(world: World): void {
  if (isMuch(world)) deskOf(world).reporter.prepare()
}

async function make<Name extends ReportName>(
  world: World,
  { reporter }: Desk,
  name: Name,
  query: ReportQuery<Name>,
): Promise<Uint8Array> {
  if (isMuch(world) && !reporter.isBroken) {
    try {
      return await reporter.ask(name, query)
    } catch (error) {
      if (!(error instanceof ReporterGone) || world.signal.aborted) throw error
    }
  }
  return Buffer.from(JSON.stringify(await makeReport(world, name, query)))
}

function isMuch({ keepDir, keeper: { state } }: World): boolean {
  if (state.phase === 'syncing' && state.total >= MANY_SESSIONS) return true
  const { size } = statSync(keepPaths(keepDir).index, { throwIfNoEntry: false }) ?? { size: 0 }
  return size >= BIG_INDEX_BYTES
}

function deskOf(world: World): Desk {
  const known = desks.get(world)
  if (known) return known
  const reporter = createReporter(world)
  const desk: Desk = { reporter, cache: createAnswerCache(), making: new Map(), epoch: 0 }
  desks.set(world, desk)
  reporter.noteChange(world.keeper.state.phase === 'watching')
  world.events.listen(event => {
    if (event.kind === 'session') return
    if (event.kind === 'index') desk.epoch++
    reporter.noteChange(world.keeper.state.phase === 'watching')
  }, undefined)
  return desk
}

/** However many clients are slow to take it, its bytes are there once. */
function answerWith(body: Uint8Array): Response {
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(body)
      controller.close()
    },
  })
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(body.length) }
  return new Response(stream, { headers })
}
