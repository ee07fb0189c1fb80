import type { IndexedKeep } from '../../query/indexed-keep.ts'
import type { LookupScope } from '../../query/lookups/scope.ts'
import { splitWords } from '../../query/lookups/words.ts'
import { formatInteger, formatNumberOf } from '../../text/count.ts'
import { head } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type App, type Outcome, printJson } from './app.ts'
import { askIndex } from './ask-index.ts'
import { type CommandRequest, listArg } from './define-command.ts'
import { describeScope, lookupScope } from './lookup-request.ts'
import { reportNoTranscripts } from './report-problems.ts'

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
    printRest(app, answer, scope.limit)
  } else reportNothing(app, answer, { noun: lookup.noun, text, where: describeScope(request) })
  return answer.total > 0 ? 'found' : 'nothing'
}

function printRest(app: App, { total, isMore }: Found, limit: number): void {
  if (total <= limit) return
  const all = `${isMore ? 'more than ' : ''}${formatInteger(total)}`
  app.out.line(app.colors.dim(`${formatInteger(limit)} of ${all}; more with -n ${Math.min(total, limit * 5)}`))
}

const MAX_SAID = 60

function reportNothing(
  app: App,
  { coverage }: Found,
  { noun, text, where }: { readonly noun: string; readonly text: string; readonly where: string },
): void {
  if (coverage.sessions === 0 && where === '') {
    reportNoTranscripts(app)
    return
  }
  const said = sanitizeLine(text)
  const cut = said.length > MAX_SAID ? `${head(said, MAX_SAID)}…` : said
  const scoped = where === '' ? '' : ` ${where}`
  if (coverage.sessions === 0) app.err.line(`backscroll: no session ${where}`)
  else {
    const searched = `in ${formatNumberOf(coverage.sessions, 'session')}${scoped}`
    app.err.line(`backscroll: no ${noun}${cut === '' ? '' : ` with "${cut}"`} ${searched}`)
  }
  app.err.line(
    cut === '' || coverage.sessions === 0
      ? `List the sessions with \`${app.commandName} ls\`.`
      : `Search all that was said and done with \`${app.commandName} search ${cut}\`.`,
  )
}
