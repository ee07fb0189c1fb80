import { mkdirSync } from 'node:fs'
import { appendGenerated, generatedFolder } from '../../../archive/generated.ts'
import type { Generated } from '../../../narrative/generated.ts'
import { toGeneratedLine } from '../../../query/story/find-generated.ts'
import { RedactionFailure } from '../../../redact/redaction.ts'
import { runFolder } from '../../../source/own-runs.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import type { EnrichDocument } from './build-document.ts'
import { childEnvironment } from './child-environment.ts'
import type { Chosen } from './choose-sessions.ts'
import type { Limits } from './limits.ts'
import { parseAnswer } from './parse-answer.ts'
import type { Program } from './program-of.ts'
import { runProgram } from './run-program.ts'
import { newRun, noteCost, noteRun, noteUnsent, readSpent } from './spent.ts'

/** Too little to say anything. */
const MIN_BYTES = 4000
/** A command that fails so often in a row fails for ever: nobody is logged in, or it does not answer as it should. */
const MAX_FAILED_RUNS = 2

export interface Enriching {
  readonly program: Program
  readonly limits: Limits
  /** Undefined where it was forgotten meanwhile. Called one after the other; may throw a `RedactionFailure`. */
  build(chosen: Chosen, document: { readonly run: string; readonly maxBytes: number }): EnrichDocument | undefined
  isForgotten(chosen: Chosen): boolean
  onStart?(chosen: Chosen, done: number): void
  onEnd?(chosen: Chosen, generated: Generated): void
}

/** Why not all were asked about. */
export type StopReason =
  | { readonly kind: 'day-bytes' | 'day-usd' | 'failing' | 'interrupted' }
  | { readonly kind: 'missing'; readonly reason: string }

export interface Enriched {
  readonly made: readonly Generated[]
  readonly failed: readonly Generated[]
  /** Sessions that were not asked about; those that were forgotten meanwhile are none. */
  readonly left: number
  readonly stopped: StopReason | undefined
}

/** Asks the command about one session after the other, and keeps what it says, until all are done or the budget is. */
export async function enrichSessions(app: App, sessions: readonly Chosen[], work: Enriching): Promise<Enriched> {
  const all: Generated[] = []
  let stopped: StopReason | undefined
  let failedRuns = 0
  let gone = 0
  mkdirSync(runFolder(app.keepDir), { recursive: true, mode: 0o700 })
  for (const chosen of sessions) {
    stopped = findStop(app, work.limits, failedRuns)
    if (stopped) break
    work.onStart?.(chosen, all.length)
    const asked = await askAbout(app, chosen, work)
    if (asked.kind === 'stopped' || asked.kind === 'missing') {
      stopped = asked.kind === 'stopped' ? { kind: 'interrupted' } : asked
      break
    }
    // It may have been forgotten while the command was at it: then nothing of it must come back here.
    if (asked.kind === 'gone' || work.isForgotten(chosen)) {
      gone++
      continue
    }
    failedRuns = asked.isFailedRun ? failedRuns + 1 : 0
    appendGenerated(generatedFolder(app.keepDir), toGeneratedLine(asked.generated))
    all.push(asked.generated)
    work.onEnd?.(chosen, asked.generated)
  }
  return {
    made: all.filter(({ result }) => result.kind === 'made'),
    failed: all.filter(({ result }) => result.kind === 'failed'),
    left: sessions.length - all.length - gone,
    stopped,
  }
}

function findStop(app: App, { dayBytes, dayUsd }: Limits, failedRuns: number): StopReason | undefined {
  const spent = readSpent(app.keepDir, app.now())
  if (app.signal.aborted) return { kind: 'interrupted' }
  if (failedRuns >= MAX_FAILED_RUNS) return { kind: 'failing' }
  if (dayBytes - spent.bytes < MIN_BYTES) return { kind: 'day-bytes' }
  return spent.costUsd > 0 && spent.costUsd >= dayUsd ? { kind: 'day-usd' } : undefined
}

type Asked =
  | { readonly kind: 'told'; readonly generated: Generated; readonly isFailedRun: boolean }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'missing'; readonly reason: string }

async function askAbout(app: App, chosen: Chosen, { program, limits, build }: Enriching): Promise<Asked> {
  const { keepDir, env, platform, signal } = app
  const tell = (told: Pick<Generated, 'result'> & Partial<Pick<Generated, 'costUsd' | 'model'>>): Generated => ({
    isGenerated: true,
    sessionId: chosen.session.sessionId,
    contentKey: chosen.contentKey,
    at: app.now(),
    command: program.name,
    costUsd: undefined,
    model: undefined,
    ...told,
  })
  const run = newRun()
  const room = limits.dayBytes - readSpent(keepDir, app.now()).bytes
  let document: EnrichDocument | undefined
  try {
    document = build(chosen, { run, maxBytes: Math.min(limits.sessionBytes, room) })
  } catch (error) {
    if (!isRedactionFailure(error)) throw error
    const reason = 'secrets could not be taken out for certain, so nothing was sent'
    return { kind: 'told', generated: tell({ result: { kind: 'failed', reason } }), isFailedRun: false }
  }
  if (!document) return { kind: 'gone' }
  noteRun(keepDir, { run, at: app.now(), bytes: document.bytes })
  const end = await runProgram({
    program,
    input: document.text,
    cwd: runFolder(keepDir),
    env: childEnvironment(env),
    platform,
    timeoutMs: limits.seconds * 1000,
    signal,
  })
  if (end.kind === 'stopped') return end
  if (end.kind === 'missing') {
    noteUnsent(keepDir, { run, at: app.now(), bytes: document.bytes })
    return { kind: 'missing', reason: end.reason }
  }
  const answer = parseAnswer(end.out, chosen.turns)
  // One that failed may have cost all the same.
  if (answer.costUsd !== undefined) noteCost(keepDir, { run, at: app.now(), costUsd: answer.costUsd })
  const result = end.kind === 'answered' ? answer.result : ({ kind: 'failed', reason: end.reason } as const)
  return { kind: 'told', generated: tell({ ...answer, result }), isFailedRun: result.kind === 'failed' }
}

/** As it comes, or as share/ tells it to a person. */
function isRedactionFailure(error: unknown): boolean {
  return error instanceof RedactionFailure || (error instanceof UserError && error.code === 'redaction-failed')
}
