import { nameWithLink } from '../../../source/client-file.ts'
import { formatJsonLine } from '../../../source/edit-json.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { App } from '../app.ts'
import type { PlannedChange } from './plan-install.ts'

export interface ShownFile {
  readonly path: string
  /** Where a link leads, if to another folder. */
  readonly leadsTo?: string | undefined
  readonly changes: readonly PlannedChange[]
}

const MAX_VALUE = 2000
/** Narrower than that, a path is cut to pieces. */
const MIN_WIDTH = 40

/**
 * What goes and what comes, file by file. Nothing else of the files is shown: keys and tokens stand in the lines around,
 * and on the same line where a file has only one.
 */
export function formatChanges(app: Pick<App, 'colors' | 'columns' | 'home'>, files: readonly ShownFile[]): string[] {
  return files.flatMap(({ changes, ...file }) => [
    app.colors.bold(nameFile(app, file)),
    ...changes.flatMap(({ name, before, after }) => [
      ...(before === undefined ? [] : formatSide(app, { sign: '-', name, value: before })),
      ...(after === undefined ? [] : formatSide(app, { sign: '+', name, value: after })),
    ]),
  ])
}

/** As a person writes it. */
export function nameFile(app: Pick<App, 'home'>, { path, leadsTo }: Pick<ShownFile, 'path' | 'leadsTo'>): string {
  const end = leadsTo === undefined ? undefined : shortenPath(app, leadsTo)
  return nameWithLink({ path: shortenPath(app, path), leadsTo: end })
}

function formatSide(
  { colors, columns }: Pick<App, 'colors' | 'columns'>,
  { sign, name, value }: { readonly sign: '+' | '-'; readonly name: string; readonly value: unknown },
): readonly string[] {
  const text = shorten(sanitizeLine(`${name}: ${formatJsonLine(value)}`), MAX_VALUE)
  const color = sign === '+' ? colors.green : colors.red
  const lines = wrapText(text, Math.max(columns, MIN_WIDTH) - INDENT)
  return lines.map((line, at) => color(`  ${at === 0 ? `${sign} ` : '    '}${line}`))
}

/** Sign and indentation; the lines that go on stand two further in. */
const INDENT = 6
