import { type FoundCommand, findCommands } from '../../../query/lookups/find-commands.ts'
import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'
import { formatPlaceTable, promptDetail } from '../place-table.ts'
import { runLookup } from '../run-lookup.ts'

/** Commands that were run, newest first. */
export function run(app: App, request: CommandRequest): Promise<Outcome> {
  return runLookup(app, request, {
    arg: 'text',
    noun: 'command',
    ask: findCommands,
    format: (_app, { commands }, words) =>
      formatPlaceTable(app, {
        title: 'COMMAND',
        words,
        columns: [
          { title: 'RESULT', dropOrder: 1, style: result => styleResult(app, result) },
          { title: 'RUNS', align: 'right', dropOrder: 4, style: app.colors.dim },
        ],
        rows: commands.map(found => ({
          place: found,
          text: found.command,
          cells: [formatResult(found), formatRuns(found)],
          details: [promptDetail(found)],
        })),
      }),
  })
}

function formatResult({ outcome, exitCode, isBackground }: FoundCommand): string {
  if (isBackground) return 'background'
  if (outcome === 'failed' && exitCode !== undefined) return `exit ${exitCode}`
  return outcome === 'unknown' ? '' : outcome
}

function styleResult({ colors }: App, result: string): string {
  if (result === 'ok') return colors.green(result)
  return /^(?:exit|failed)/.test(result) ? colors.red(result) : colors.dim(result)
}

function formatRuns({ count, failed }: FoundCommand): string {
  if (count === 1) return ''
  return failed > 0 && failed < count ? `${count}×, ${failed} failed` : `${count}×`
}
