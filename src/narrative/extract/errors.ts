import type { ErrorMet } from '../../model/facts/facts.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { clip } from '../../text/clip.ts'
import { comparePlaces, firstPlaces, type Scene, type ThreadScene, type Within } from '../scene.ts'
import { coversRun, readShellLine, type ShellStep } from '../shell/shell-line.ts'
import type { ErrorResult, Place } from '../story.ts'
import { nameError } from '../wording/error-name.ts'

interface Met {
  readonly error: ErrorMet
  readonly line: string
  readonly place: Place
  readonly thread: ThreadScene
}

const MAX_MESSAGE = 300

/** Errors that differ in numbers, hashes, times and folders alone are one. How it ended is told of the last time. */
export function listErrors(scene: Scene, within: Within): readonly ErrorResult[] {
  const groups = new Map<string, Met[]>()
  for (const thread of scene.threads) {
    for (const error of thread.thread.facts.errors) {
      const kept = thread.thread.entries[error.entry.index] === error.entry ? error.entry : error.call?.use
      const place = kept && thread.placeOf(kept)
      if (!place || !within(place) || error.message.trim() === '') continue
      const { line, key } = nameError(error.message)
      const name = `${error.source} ${error.call?.name ?? ''} ${key}`
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

function describe(group: readonly Met[], endingOf: (met: Met) => Ending): ErrorResult {
  const last = group.at(-1) as Met
  const { ending, at } = endingOf(last)
  return {
    message: clip(last.line, MAX_MESSAGE),
    source: last.error.source,
    count: group.length,
    ending,
    endedAt: at,
    places: firstPlaces(group.map(({ place }) => place)),
  }
}

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
  return met => (met.error.call ? endOfCall(met, met.error.call, stepsOf) : endOfRequest(met))
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

function endOfCall(met: Met, failed: ToolCall, stepsOf: (call: ToolCall) => readonly ShellStep[]): Ending {
  const { thread } = met
  const calls = thread.thread.toolCalls
  const from = calls.indexOf(failed) + 1
  const later = calls.slice(from, from + LOOK_AHEAD)
  const isShell = SHELLS.has(failed.name)
  const isSame = (call: ToolCall): boolean =>
    call.name === failed.name &&
    (call.headline === failed.headline || (isShell && coversRun(stepsOf(call), stepsOf(failed))))
  const isLike = (call: ToolCall): boolean =>
    call.name === failed.name && (!isShell || stepsOf(call)[0]?.program === stepsOf(failed)[0]?.program)
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
  return thread.thread.toolCalls.some(({ use, status }) => use !== undefined && use.index > at && status === 'ok')
}
