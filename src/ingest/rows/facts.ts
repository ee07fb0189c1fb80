import type { Facts } from '../../model/facts/facts.ts'
import type { RowOf, Table } from '../../store/define-table.ts'
import * as tables from '../../store/tables/facts.ts'
import { defineRows, type RowSource } from './define-rows.ts'

type Fact<List extends keyof Facts> = Facts[List][number]

/** Columns that every table of facts begins with. */
type Shared = 'session' | 'agent' | 'number' | 'turn' | 'entry' | 'call' | 'at'

/** One table per list of facts: each says only what is its own. */
function defineFactRows<List extends keyof Facts, T extends Table>(
  list: List,
  table: T,
  describe: (fact: Fact<List>) => Omit<RowOf<T>, Shared>,
): RowSource {
  return defineRows(table, ({ session, threads }, add) => {
    for (const { agent, thread, callNumber } of threads) {
      const facts: readonly Fact<List>[] = thread.facts[list]
      facts.forEach((fact, number) => {
        const call = 'call' in fact ? fact.call : undefined
        const entry = 'entry' in fact ? fact.entry : (call?.use ?? call?.result ?? firstReport(fact))
        const place = { turn: entry?.turn ?? 0, entry: entry?.index, call: callNumber(call), at: entry?.at }
        add({ session, agent, number, ...place, ...describe(fact) } as unknown as RowOf<T>)
      })
    }
  })
}

/** A background task of which only reports are in the file. */
function firstReport(fact: Fact<keyof Facts>): Fact<'errors'>['entry'] | undefined {
  return 'reports' in fact ? fact.reports[0] : undefined
}

export const factRows: readonly RowSource[] = [
  defineFactRows('files', tables.fileTouches, fact => ({
    path: fact.path,
    base_name: baseNameOf(fact.path),
    action: fact.action,
    added: fact.added,
    removed: fact.removed,
    hunks: formatRanges(fact.ranges),
    is_user_modified: Number(fact.isUserModified),
  })),
  defineFactRows('commands', tables.commands, fact => ({
    text: fact.text,
    exit_code: fact.exitCode,
    is_interrupted: Number(fact.isInterrupted),
    background_task_id: fact.backgroundTaskId,
  })),
  defineFactRows('errors', tables.errors, fact => ({ message: fact.message, source: fact.source })),
  defineFactRows('urls', tables.urls, fact => ({ url: fact.url, source: fact.source })),
  defineFactRows('commits', tables.commits, fact => ({
    sha: fact.sha,
    subject: fact.subject,
    branch: fact.branch,
    known_by: fact.knownBy,
  })),
  defineFactRows('pullRequests', tables.pullRequests, fact => ({
    url: fact.url,
    pr_number: fact.number,
    repository: fact.repository,
    known_by: fact.knownBy,
  })),
  defineFactRows('questions', tables.questions, fact => ({
    question: fact.question,
    header: fact.header,
    options: JSON.stringify(fact.options),
    is_multi_select: Number(fact.isMultiSelect),
    answer: fact.answer,
  })),
  defineFactRows('plans', tables.plans, fact => ({
    version: fact.version,
    title: fact.title,
    file_path: fact.filePath,
    verdict: fact.verdict,
    feedback: fact.feedback,
  })),
  defineFactRows('tasks', tables.tasks, fact => ({
    list: fact.list,
    task_id: fact.id,
    subject: fact.subject,
    from_status: fact.from,
    to_status: fact.to,
  })),
  defineFactRows('slashCommands', tables.slashCommands, fact => ({ name: fact.name, args: fact.args })),
  defineFactRows('skills', tables.skills, fact => ({ name: fact.name, args: fact.args })),
  defineFactRows('hooks', tables.hooks, fact => ({
    event: fact.event,
    name: fact.name,
    command: fact.command,
    tool_use_id: fact.toolUseId,
    outcome: fact.outcome,
    duration_ms: fact.durationMs,
    injected_chars: fact.injectedChars,
  })),
  defineFactRows('backgroundTasks', tables.backgroundTasks, fact => ({
    task_id: fact.id,
    kind: fact.kind,
    status: fact.status,
    reports: fact.reports.length,
    polls: fact.polls.length,
  })),
  defineFactRows('humanInputs', tables.prompts, fact => ({
    source: fact.source,
    text: fact.text,
    state: fact.state,
  })),
  defineFactRows('spawns', tables.spawns, fact => ({
    agent_type: fact.agentType,
    description: fact.description,
    prompt: fact.promptHead,
    spawned: fact.agentId,
    status: fact.status,
    is_resume: Number(fact.isResume),
    workflow_id: fact.workflowId,
  })),
]

function baseNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
}

/** Four numbers per hunk as `[[3,1,3,2]]`. */
function formatRanges(ranges: readonly number[]): string {
  if (ranges.length === 0) return '[]'
  const hunks: string[] = []
  for (let at = 0; at < ranges.length; at += 4) hunks.push(`[${ranges.slice(at, at + 4).join(',')}]`)
  return `[${hunks.join(',')}]`
}
