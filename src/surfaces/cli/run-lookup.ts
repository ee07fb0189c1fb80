import type { IndexedKeep } from '../../query/indexed-keep.ts'
import type { LookupScope } from '../../query/lookups/scope.ts'
import { splitWords } from '../../query/lookups/words.ts'
import { formatInteger } from '../../text/count.ts'
import { shorten } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type App, type Outcome, printJson } from './app.ts'
import { askIndex } from './ask-index.ts'
import { type CommandRequest, listArg } from './define-command.ts'
import { describeSearched, lookupScope, reportNoSession } from './lookup-request.ts'

/** What the answers of all lookups have. */
interface Found {
  readonly schema: string
  readonly coverage: { readonly sessions: number }
  readonly total: number
  readonly isMore: boolean
}

export interface Lookup<Answer extends Found> {
  /** Name of the argument that holds the text. */
  readonly arg: string
  /** What is looked for, for the sentence that there is none: `error`. */
  readonly noun: string
  ask(keep: IndexedKeep, request: { readonly text: string; readonly scope: LookupScope }): Answer
  /** `words` are those of the text, in lower case. */
  format(app: App, answer: Answer, words: readonly string[]): readonly string[]
}

/** Asks one exact question of the index and prints the answer. */
export async function runLookup<Answer extends Found>(
  app: App,
  request: CommandRequest,
  lookup: Lookup<Answer>,
): Promise<Outcome> {
  const text = listArg(request, lookup.arg).join(' ').trim()
  const scope = lookupScope(app, request)
  const answer = await askIndex(app, keep => lookup.ask(keep, { text, scope }))
  if (app.json) printJson(app, { schema: answer.schema, ...(answer as object) })
  else if (answer.total > 0) {
    app.out.lines(lookup.format(app, answer, splitWords(text)))
    printRest(app, { shown: Math.min(answer.total, scope.limit), ...answer })
  } else reportNothing(app, request, answer, { noun: lookup.noun, text })
  return answer.total > 0 ? 'found' : 'nothing'
}

/** The last line below a list that was cut. */
export function printRest(
  { out, colors }: App,
  { shown, total, isMore = false }: { readonly shown: number; readonly total: number; readonly isMore?: boolean },
): void {
  if (total <= shown) return
  const all = `${isMore ? 'more than ' : ''}${formatInteger(total)}`
  out.line(colors.dim(`${formatInteger(shown)} of ${all}; more with -n ${Math.min(total, shown * 5)}`))
}

function reportNothing(
  app: App,
  request: CommandRequest,
  { coverage }: Found,
  { noun, text }: { readonly noun: string; readonly text: string },
): void {
  if (reportNoSession(app, request, coverage)) return
  const said = shorten(sanitizeLine(text))
  app.err.line(`backscroll: no ${noun}${said === '' ? '' : ` with "${said}"`} ${describeSearched(request, coverage)}`)
  app.err.line(
    said === ''
      ? `List the sessions with \`${app.commandName} ls\`.`
      : `Search all that was said and done with \`${app.commandName} search ${said}\`.`,
  )
}
