import type { ToolCall } from '../../model/tool-call.ts'
import type { Badge } from './row.ts'
import type { ThreadIndex } from './thread-index.ts'

/** Short facts beside a call: lines changed, exit code, verdict, items done. */
export function badgesOf(index: ThreadIndex, call: ToolCall): readonly Badge[] {
  return [
    ...fileBadges(index, call),
    ...commandBadges(index, call),
    ...planBadges(index, call),
    ...taskBadges(index, call),
  ]
}

function fileBadges(index: ThreadIndex, call: ToolCall): Badge[] {
  const badges: Badge[] = []
  for (const file of index.filesByCall.get(call) ?? []) {
    if (file.action === 'read') continue
    if (file.action === 'create') badges.push({ text: 'new', tone: 'quiet' })
    if (file.added > 0) badges.push({ text: `+${file.added}`, tone: 'good' })
    if (file.removed > 0) badges.push({ text: `-${file.removed}`, tone: 'bad' })
    if (file.isUserModified) badges.push({ text: 'changed by user', tone: 'quiet' })
    if (badges.length >= 4) break
  }
  return badges
}

function commandBadges(index: ThreadIndex, call: ToolCall): Badge[] {
  const badges: Badge[] = []
  for (const command of index.commandsByCall.get(call) ?? []) {
    if (command.exitCode !== undefined && command.exitCode !== 0)
      badges.push({ text: `exit ${command.exitCode}`, tone: 'bad' })
    if (command.isInterrupted && call.status !== 'interrupted') badges.push({ text: 'interrupted', tone: 'bad' })
  }
  for (const task of index.backgroundByCall.get(call) ?? []) {
    badges.push({ text: `background ${task.id} ${task.status}`, tone: task.status === 'failed' ? 'bad' : 'quiet' })
  }
  return badges
}

function planBadges(index: ThreadIndex, call: ToolCall): Badge[] {
  return (index.plansByCall.get(call) ?? []).map(plan => ({
    // A rejected plan is a rejected call, which says so itself.
    text: plan.verdict === 'approved' ? `version ${plan.version} approved` : `version ${plan.version}`,
    tone: plan.verdict === 'approved' ? 'good' : 'quiet',
  }))
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
