import type { ErrorMet } from '../../model/facts/facts.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { clip } from '../../text/clip.ts'
import { comparePlaces, firstPlaces, type Scene, type ThreadScene, type Within } from '../scene.ts'
import { coversRun, readShellLine, type ShellStep } from '../shell/shell-line.ts'
import type { ErrorResult, Place } from '../story.ts'
import { nameError } from '../wording/error-name.ts'
import { pathOf } from './path-of.ts'

interface Met {
  readonly error: ErrorMet
  readonly line: string
  readonly place: Place
  readonly thread: ThreadScene
}

const MAX_MESSAGE = 300

/**
 * Errors that differ in numbers, hashes, times and folders alone are one. How it ended is told of the last time; where the
 * message says nothing of the file it was about, of the file with which it ended worst.
 */
export function listErrors(scene: Scene, within: Within): readonly ErrorResult[] {
  const groups = new Map<string, Met[]>()
  for (const thread of scene.threads) {
    for (const error of thread.thread.facts.errors) {
      const kept = thread.thread.entries[error.entry.index] === error.entry ? error.entry : error.call?.use
      const place = kept && thread.placeOf(kept)
      if (!place || !within(place) || error.message.trim() === '') continue
      const { line, name } = nameMet(error)
      const group = groups.get(name)
      const met = { error, line, place, thread }
      if (group) group.push(met)
      else groups.set(name, [met])
    }
  }
  const endings = createEndings()
  return [...groups.values()]
    .map(group =>
      describe(
        group.toSorted((a, b) => comparePlaces(a.place, b.place)),
        endings,
      ),
    )
    .sort((a, b) => comparePlaces(a.places[0], b.places[0]))
}

/** A call that only says that it failed is known by what it ran. */
function nameMet({ message, source, call }: ErrorMet): { readonly line: string; readonly name: string } {
  const { line, key } = nameError(message)
  const isBare = call !== undefined && call.headline !== '' && BARE.test(line)
  const told = isBare ? `${line.trim()}: ${call.headline}` : line
  return { line: told, name: `${source} ${familyOf(call)} ${isBare ? told : key}` }
}

const BARE = /^\s*(?:exit code \d+|error|failed|command failed.{0,30})[.:]?\s*$/i

function describe(group: readonly Met[], endingOf: (met: Met) => Ending): ErrorResult {
  const last = group.at(-1) as Met
  const { ending, at } = lastOfFiles(group)
    .map(endingOf)
    .reduce((worst, other) => (ENDINGS.indexOf(other.ending) >= ENDINGS.indexOf(worst.ending) ? other : worst))
  return {
    message: clip(last.line, MAX_MESSAGE),
    source: last.error.source,
    count: group.length,
    ending,
    endedAt: at,
    places: firstPlaces(group.map(({ place }) => place)),
  }
}

/** From best to worst. */
const ENDINGS: readonly ErrorResult['ending'][] = ['resolved', 'retried', 'abandoned', 'open']

/** The last time, and for calls about files the last time of each. */
function lastOfFiles(group: readonly Met[]): readonly Met[] {
  const last = group.at(-1) as Met
  if (!FILES.has(familyOf(last.error.call))) return [last]
  return [...new Map(group.map(met => [met.error.call && pathOf(met.error.call), met])).values()]
}

const FILES: ReadonlySet<string> = new Set(['edit', 'Read'])

/** Tools that do the same in another way. */
function familyOf(call: ToolCall | undefined): string {
  return call === undefined ? '' : EDITS.has(call.name) ? 'edit' : call.name
}

const EDITS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])

interface Ending {
  readonly ending: ErrorResult['ending']
  readonly at: Place | undefined
}

/** So many later calls are looked at: what is not tried again by then was given up. */
const LOOK_AHEAD = 300

function createEndings(): (met: Met) => Ending {
  const lines = new Map<ToolCall, readonly ShellStep[]>()
  const stepsOf = (call: ToolCall): readonly ShellStep[] => {
    const known = lines.get(call) ?? readShellLine(call.headline)
    lines.set(call, known)
    return known
  }
  const positions = new Map<readonly ToolCall[], ReadonlyMap<ToolCall, number>>()
  return met => {
    const { call } = met.error
    if (!call) return endOfRequest(met)
    const { toolCalls } = met.thread.thread
    const known = positions.get(toolCalls) ?? new Map(toolCalls.map((one, at) => [one, at]))
    positions.set(toolCalls, known)
    return endOfCall(met, call, { stepsOf, positionOf: one => known.get(one) ?? -1 })
  }
}

/** A request that failed is over when the model spoke again. */
function endOfRequest({ error, thread }: Met): Ending {
  const { messages } = thread.thread
  const next = messages.find(
    message => !message.isSynthetic && !message.isApiError && (message.entries[0]?.index ?? 0) > error.entry.index,
  )
  const entry = next?.entries[0]
  return entry ? { ending: 'resolved', at: thread.placeOf(entry) } : { ending: 'open', at: undefined }
}

interface Known {
  stepsOf(call: ToolCall): readonly ShellStep[]
  /** Number of the call in its thread. */
  positionOf(call: ToolCall): number
}

function endOfCall(met: Met, failed: ToolCall, { stepsOf, positionOf }: Known): Ending {
  const { thread } = met
  const from = positionOf(failed) + 1
  const later = thread.thread.toolCalls.slice(from, from + LOOK_AHEAD)
  const isShell = SHELLS.has(failed.name)
  const [family, path] = [familyOf(failed), pathOf(failed)]
  const isSame = (call: ToolCall): boolean =>
    familyOf(call) === family && (pathOf(call) === path || (isShell && coversRun(stepsOf(call), stepsOf(failed))))
  const isLike = (call: ToolCall): boolean =>
    familyOf(call) === family && (!isShell || stepsOf(call)[0]?.program === stepsOf(failed)[0]?.program)
  const again = later.filter(isSame)
  const worked = again.find(({ status }) => status === 'ok')
  if (worked) return { ending: 'resolved', at: thread.placeOfCall(worked) }
  const like = later.find(call => call.status === 'ok' && isLike(call))
  if (like) return { ending: 'retried', at: thread.placeOfCall(like) }
  const isLastWord = again.length > 0 || !hasLater(met, failed)
  return { ending: isLastWord ? 'open' : 'abandoned', at: undefined }
}

const SHELLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell'])

/** The work went on after it. */
function hasLater({ thread }: Met, failed: ToolCall): boolean {
  const at = failed.result?.index ?? failed.use?.index ?? 0
  const last = thread.thread.toolCalls.findLast(({ use, status }) => use !== undefined && status === 'ok')
  return (last?.use?.index ?? -1) > at
}
