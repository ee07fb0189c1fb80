import { type FoundError, findErrors } from '../../../query/lookups/find-errors.ts'
import { formatInteger, formatNumberOf } from '../../../text/count.ts'
import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'
import { type Detail, formatPlaceId, formatPlaceTable, promptDetail } from '../place-table.ts'
import { runLookup } from '../run-lookup.ts'

/** Errors, where they were met last, and how they ended. */
export function run(app: App, request: CommandRequest): Promise<Outcome> {
  return runLookup(app, request, {
    arg: 'text',
    noun: 'error',
    ask: findErrors,
    format: (_app, { errors }, words) =>
      formatPlaceTable(app, {
        title: 'ERROR',
        words,
        columns: [
          { title: 'FROM', isFlexible: true, minWidth: 4, maxWidth: 14, dropOrder: 4, style: app.colors.dim },
          { title: 'TIMES', align: 'right', dropOrder: 1 },
          { title: 'SESSIONS', align: 'right', dropOrder: 5 },
        ],
        rows: errors.map(found => ({
          place: found.last,
          text: found.line || '(no message)',
          cells: [found.tool ?? found.source, ...formatCounts(found, words.length > 0)],
          details: [{ text: formatCall(found) }, promptDetail(found.last), formatEnd(app, found)],
        })),
      }),
  })
}

/** What was called, and where it began to fail. */
function formatCall({ headline, first, last }: FoundError): string {
  const since = first.mainTurn === last.mainTurn ? '' : `since ${formatPlaceId(first)}`
  return [headline ?? '', since].filter(part => part !== '').join(', ')
}

/** With a text there is a row for each session; without one, a row stands for all. */
function formatCounts({ count, everywhere }: FoundError, isPerSession: boolean): readonly string[] {
  if (isPerSession) return [formatInteger(count), '']
  return [formatInteger(everywhere.count), formatInteger(everywhere.sessions)]
}

function formatEnd({ colors }: App, { last, endedBy }: FoundError): Detail {
  if (endedBy.how === 'still-there') return { text: '✗ no sign that it ended', style: colors.red }
  const { how, turn, changedFiles, answer, prompt } = endedBy
  const id = turn === last.mainTurn ? 'in the same turn' : `in ${last.shortId}:${turn}`
  const after = changedFiles.length > 0 ? ` after changing ${formatFiles(changedFiles)}` : ''
  const said = answer ?? prompt
  const verdict = how === 'succeeded' ? `✓ worked ${id}${after}` : `· not seen again ${id}${after}`
  return { text: said === '' ? verdict : `${verdict}: ${said}`, style: how === 'succeeded' ? colors.green : colors.dim }
}

const MAX_FILES = 2

function formatFiles(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_FILES).map(path => path.replace(/^.*[\\/]/, ''))
  const more = paths.length - MAX_FILES
  return names.join(', ') + (more > 0 ? ` and ${formatNumberOf(more, 'more file')}` : '')
}
