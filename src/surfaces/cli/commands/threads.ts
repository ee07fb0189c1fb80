import type { ClosingReason } from '../../../query/story/close-threads.ts'
import { type FoundThread, findThreads } from '../../../query/story/find-threads.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, flagOption } from '../define-command.ts'
import { describeSearched, lookupScope, reportNoSession } from '../lookup-request.ts'
import { type Detail, formatPlaceId, formatWhen, promptDetail } from '../place-table.ts'
import { printRest } from '../run-lookup.ts'
import { drawList } from '../tell/draw-list.ts'
import { createProjectNames } from '../tell/project-names.ts'
import { findRunning, RUNNING_NOW } from '../tell/running-sessions.ts'

/** What sessions left open, newest first. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const scope = lookupScope(app, request)
  const isAll = flagOption(request, 'all')
  const running = findRunning(app)
  const answer = await askIndex(app, keep => findThreads(keep, { scope, isAll, running }))
  const { threads, total, closed, coverage } = answer
  if (app.json) printJson(app, { ...answer })
  else if (total > 0) {
    app.out.lines(formatThreads(app, threads))
    printRest(app, { shown: threads.length, ...answer })
    if (!isAll && closed > 0) app.out.line(app.colors.dim(`${describeClosed(closed)}; see them with --all`))
  } else if (!reportNoSession(app, request, coverage)) {
    app.err.line(`backscroll: nothing was left open ${describeSearched(request, coverage)}`)
    if (closed > 0) app.err.line(`${describeClosed(closed)}: \`${app.commandName} threads --all\`.`)
  }
  return total > 0 ? 'found' : 'nothing'
}

function describeClosed(closed: number): string {
  return `${formatNumberOf(closed, 'thread')} closed by a later session`
}

function formatThreads(app: App, threads: readonly FoundThread[]): string[] {
  const nameOf = createProjectNames(threads)
  return drawList(
    app,
    threads.map(thread => ({
      item: {
        cite: formatPlaceId(thread),
        label: thread.kind,
        text: thread.text,
        detail: [nameOf(thread), formatWhen(app, thread), thread.isRunning ? RUNNING_NOW : '']
          .filter(part => part !== '')
          .join(' · '),
        mark: thread.closedBy ? undefined : 'open',
      },
      details: [promptOf(thread), closingDetail(app, thread)],
    })),
  )
}

/** An unanswered prompt is the thread itself. */
function promptOf(thread: FoundThread): Detail {
  return thread.kind === 'prompt' || thread.kind === 'interrupted' ? { text: '' } : promptDetail(thread)
}

function closingDetail({ colors }: App, { closedBy }: FoundThread): Detail {
  if (!closedBy) return { text: '' }
  const { reason, shortId, turn, text } = closedBy
  return { text: `✓ ${REASONS[reason]} in ${shortId}:${turn}: ${text}`, style: colors.green }
}

export const REASONS: { readonly [reason in ClosingReason]: string } = {
  'task-done': 'the task was done',
  'task-dropped': 'the task was taken off the list',
  'tests-passed': 'the tests passed',
  continued: 'the conversation went on',
  'plan-continued': 'the plan was carried out',
  'asked-again': 'asked again',
  'words-came-back': 'came up again',
}
