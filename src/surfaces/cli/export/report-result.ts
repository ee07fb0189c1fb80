import { formatNumberOf } from '../../../text/count.ts'
import { nameCommandsIn } from '../../../text/name-commands.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { type App, printJson } from '../app.ts'
import { reportProblems } from '../report-problems.ts'
import { countKinds, type ExportResult, type HitKind } from './export-result.ts'

/** The files on stdout, what was taken out and what is missing on stderr. */
export function reportResult(app: App, result: ExportResult): void {
  if (app.json) printJson(app, resultJson(result))
  else app.out.lines(pathsToTell(app, result))
  if (result.sessions.length > 0) app.err.line(describeTakenOut(result))
  for (const note of [...describeLosses(result), ...result.notes]) {
    app.err.line(
      `backscroll: ${nameCommandsIn(sanitizeLine(note), { program: app.programName, command: app.commandName })}`,
    )
  }
  reportProblems(app, result.problems)
}

/** Images lie beside the file that shows them. A program gets the path as it is. */
function pathsToTell({ isTerminal }: App, { files }: ExportResult): readonly string[] {
  const paths = files.filter(({ holds }) => holds !== 'image').map(({ path }) => path)
  return isTerminal ? paths.map(sanitizeLine) : paths
}

function resultJson(result: ExportResult) {
  const { hits, problems, notes, ...rest } = result
  return {
    schema: 'backscroll.export-result/1',
    ...rest,
    isRedacted: hits !== undefined,
    takenOut: hits === undefined ? undefined : countKinds(hits),
    problems: problems.map(({ path, message }) => ({ path, message })),
    notes,
  }
}

/** `Took out 14 things of 5 kinds (3 home folders, 2 e-mails …); 2 images were not looked at.` */
export function describeTakenOut({ hits, images }: Pick<ExportResult, 'hits' | 'images'>): string {
  if (!hits) return 'Nothing was taken out: secrets, names and paths are in it as they were recorded.'
  const unseen = images === 0 ? '' : `; ${formatNumberOf(images, 'image was', 'images were')} not looked at`
  if (hits.length === 0) return `Nothing was found that must be taken out${unseen}.`
  const kinds = countKinds(hits)
  const named = kinds.slice(0, MAX_KINDS).map(nameKind)
  const rest = kinds.length > MAX_KINDS ? ' …' : ''
  const things = formatNumberOf(hits.length, 'thing')
  return `Took out ${things} of ${formatNumberOf(kinds.length, 'kind')} (${named.join(', ')}${rest})${unseen}.`
}

const MAX_KINDS = 5

function nameKind({ rule, things }: HitKind): string {
  const name = rule.replaceAll('-', ' ')
  return formatNumberOf(things, name, /[sx]$|[^aeiou]y$/.test(name) ? pluralOf(name) : `${name}s`)
}

function pluralOf(name: string): string {
  return name.endsWith('y')
    ? `${name.slice(0, -1)}ies`
    : name.endsWith('s') && !name.endsWith('ss')
      ? name
      : `${name}es`
}

function describeLosses({ unreadable, unknown, imagesDropped }: ExportResult): readonly string[] {
  return [
    unreadable > 0
      ? `${formatNumberOf(unreadable, 'line')} could not be read, and ${isOrAre(unreadable)} shown as such`
      : '',
    unknown > 0 ? `${formatNumberOf(unknown, 'entry is', 'entries are')} of a kind that backscroll does not know` : '',
    imagesDropped > 0
      ? `${formatNumberOf(imagesDropped, 'image or document is', 'images and documents are')} not in it: too large, or of an unknown kind`
      : '',
  ].filter(line => line !== '')
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}
