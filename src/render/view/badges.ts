import { asObject, type JsonObject } from '../../format/json.ts'
import type { CommandRun, FileTouch } from '../../model/facts/facts.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { formatNumberOf } from '../../text/count.ts'
import { isUnpatched } from './file-memory.ts'
import type { Hunk } from './part.ts'
import type { Badge } from './row.ts'
import { readJson, type Scene } from './scene.ts'
import type { ThreadIndex } from './thread-index.ts'
import { isPlanEdited } from './tools/dialogue.ts'

/** A call with what was asked of it. */
export interface AskedCall {
  readonly call: ToolCall
  readonly input: JsonObject
  /** What a file written without a recorded patch changed; undefined where nobody knows. */
  readonly change: readonly Hunk[] | undefined
}

/** Short facts beside a call: lines changed, exit code, verdict, items done. */
export function badgesOf(scene: Scene, asked: AskedCall): readonly Badge[] {
  const { index } = scene
  const { call } = asked
  return [
    ...fileBadges(index, asked),
    ...commandBadges(index, call),
    ...planBadges(scene, asked),
    ...taskBadges(index, call),
  ]
}

function fileBadges(index: ThreadIndex, { call, change }: AskedCall): Badge[] {
  const badges: Badge[] = []
  for (const file of index.filesByCall.get(call) ?? []) {
    if (file.action === 'read') continue
    if (file.action === 'create') badges.push({ text: 'new', tone: 'quiet' })
    if (isUnpatched(file)) badges.push(...writtenBadges(file, change))
    else badges.push(...lineBadges(file.added, file.removed))
    if (file.isUserModified) badges.push({ text: 'changed by user', tone: 'quiet' })
    if (badges.length >= 4) break
  }
  return badges
}

/** Of a file nobody knows all lines count, but none of them as added. */
function writtenBadges(file: FileTouch, change: AskedCall['change']): Badge[] {
  if (!change) return [{ text: formatNumberOf(file.added, 'line'), tone: 'quiet' }]
  if (change.length === 0) return [{ text: 'unchanged', tone: 'quiet' }]
  const count = (sign: string): number =>
    change.reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0)
  return lineBadges(count('+'), count('-'))
}

function lineBadges(added: number, removed: number): Badge[] {
  const badges: Badge[] = []
  if (added > 0) badges.push({ text: `+${added}`, tone: 'good' })
  if (removed > 0) badges.push({ text: `-${removed}`, tone: 'bad' })
  return badges
}

function commandBadges(index: ThreadIndex, call: ToolCall): Badge[] {
  const badges: Badge[] = []
  for (const command of index.commandsByCall.get(call) ?? []) {
    if (isBadExit(command)) badges.push({ text: `exit ${command.exitCode}`, tone: 'bad' })
    if (command.isInterrupted && call.status !== 'interrupted') badges.push({ text: 'interrupted', tone: 'bad' })
  }
  for (const task of index.backgroundByCall.get(call) ?? []) {
    badges.push({ text: `background ${task.id} ${task.status}`, tone: task.status === 'failed' ? 'bad' : 'quiet' })
  }
  return badges
}

export function isBadExit({ exitCode }: CommandRun): boolean {
  return exitCode !== undefined && exitCode !== 0
}

/** A rejected plan is a rejected call, which says so itself. */
function planBadges(scene: Scene, { call, input }: AskedCall): Badge[] {
  return (scene.index.plansByCall.get(call) ?? []).map(({ version, verdict }) => {
    if (verdict !== 'approved') return { text: `version ${version}`, tone: 'quiet' }
    const result = call.result && readJson(scene, call.result)
    const isEdited = isPlanEdited(input, asObject(result?.toolUseResult) ?? {})
    return { text: `version ${version} ${isEdited ? 'edited and approved' : 'approved'}`, tone: 'good' }
  })
}

const TASK_WORDS: ReadonlyMap<string, string> = new Map([
  ['completed', 'done'],
  ['in_progress', 'started'],
  ['pending', 'open'],
  ['deleted', 'dropped'],
])

/** `2 done, 1 started`; one change by its own words. */
function taskBadges(index: ThreadIndex, call: ToolCall): Badge[] {
  const changes = index.tasksByCall.get(call) ?? []
  const counts = new Map<string, number>()
  for (const change of changes) {
    const isPlainStart = change.from === undefined && change.to === 'pending' && changes.length === 1
    if (change.from === change.to || isPlainStart) continue
    const word = TASK_WORDS.get(change.to) ?? change.to
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = [...counts].map(([word, count]) => (changes.length === 1 ? word : `${count} ${word}`))
  return words.length > 0 ? [{ text: words.join(', '), tone: 'quiet' }] : []
}
