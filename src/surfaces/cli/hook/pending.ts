import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import { asNumber, asObject, asString } from '../../../format/json.ts'
import { hashText } from '../../../text/hash-text.ts'
import type { HookPlaces } from './hook-places.ts'
import { makeNonce } from './nonce.ts'

/** A session that is to be kept. */
export interface CaptureRequest {
  /** As the client names it; not looked at yet. */
  readonly transcriptPath: string
  readonly sessionId: string | undefined
  readonly event: string
  /** Epoch milliseconds. */
  readonly at: number
  /** How often it failed. */
  readonly failed: number
}

/** A request that the worker has in hand. Until it is done, its file has another ending. */
export interface TakenRequest extends CaptureRequest {
  readonly name: string
}

type Place = Pick<HookPlaces, 'pending'>

const WAITING = '.json'
const TAKEN = '.taken'
const DRAFT = '.draft'
/** Writing one takes a moment: an older one is of a process that was ended. */
const DRAFT_MS = 60_000
/** Nobody runs so many sessions at once: more are worked off in rounds. */
const MAX_ROUND = 200

/** One file for each transcript: asked again, it is written over. */
export function writePending(places: Place, request: CaptureRequest): void {
  makeFolder(places.pending, 0o700)
  const name = hashText(request.transcriptPath)
  // In one step: a worker that takes it meanwhile has the one before or this one, and not half of it.
  const draft = join(places.pending, `${name}.${makeNonce()}${DRAFT}`)
  writeFileSync(draft, JSON.stringify(request), { mode: 0o600 })
  renameSync(draft, join(places.pending, name + WAITING))
}

/** What waits or is in hand. */
export function listPending(places: Place): readonly CaptureRequest[] {
  return [WAITING, TAKEN].flatMap(ending =>
    listNames(places, ending).flatMap(name => readRequest(join(places.pending, name + ending)) ?? []),
  )
}

export function hasPending(places: Place, isLeft: (name: string) => boolean): boolean {
  return listNames(places, WAITING).some(name => !isLeft(name))
}

/** Takes what waits. A hook that asks again meanwhile makes a new file, so that nothing it saw is lost. */
export function takePending(places: Place, isLeft: (name: string) => boolean): readonly TakenRequest[] {
  const names = listNames(places, WAITING).filter(name => !isLeft(name))
  return names.slice(0, MAX_ROUND).flatMap(name => {
    const taken = join(places.pending, name + TAKEN)
    if (!tryTo(() => renameSync(join(places.pending, name + WAITING), taken))) return []
    const request = readRequest(taken)
    // Half written: its writer was killed, and nobody knows what it was to say.
    if (!request) rmSync(taken, { force: true })
    return request ? [{ ...request, name }] : []
  })
}

export function dropTaken(places: Place, { name }: TakenRequest): void {
  rmSync(join(places.pending, name + TAKEN), { force: true })
}

/** For the next one; a newer request for the same transcript says the same. */
export function putBack(places: Place, { name, ...request }: TakenRequest): void {
  tryTo(() => writeFileSync(join(places.pending, name + WAITING), JSON.stringify(request), { mode: 0o600 }))
  rmSync(join(places.pending, name + TAKEN), { force: true })
}

/** What a worker had in hand that was killed, and what hooks had begun. Only for whoever holds the claim. */
export function recoverTaken(places: Place, now: number): void {
  for (const name of listNames(places, DRAFT)) {
    const path = join(places.pending, name + DRAFT)
    tryTo(() => Math.abs(now - statSync(path).mtimeMs) > DRAFT_MS && rmSync(path))
  }
  for (const name of listNames(places, TAKEN)) {
    tryTo(() => renameSync(join(places.pending, name + TAKEN), join(places.pending, name + WAITING)))
  }
}

function listNames({ pending }: Place, ending: string): readonly string[] {
  try {
    return readdirSync(pending)
      .filter(name => name.endsWith(ending))
      .map(name => name.slice(0, -ending.length))
  } catch {
    return []
  }
}

function readRequest(path: string): CaptureRequest | undefined {
  try {
    const json = asObject(JSON.parse(readFileSync(path, 'utf8')))
    const transcriptPath = asString(json?.transcriptPath)
    if (!json || transcriptPath === undefined) return undefined
    return {
      transcriptPath,
      sessionId: asString(json.sessionId),
      event: asString(json.event) ?? '',
      at: asNumber(json.at) ?? 0,
      failed: asNumber(json.failed) ?? 0,
    }
  } catch {
    return undefined
  }
}

function tryTo(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
