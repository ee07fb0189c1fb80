import type { SearchAnswer } from '../../../query/search/answer.ts'
import { CHOICES } from '../../../query/search/near-miss.ts'
import { filterFrom } from '../../../query/search/parse-query.ts'
import { FILTER_NAMES, type Filter, type FilterName, type SearchQuery } from '../../../query/search/query.ts'
import { readWords } from '../../../query/search/query-words.ts'
import { completeSearch } from '../../../query/search/search-request.ts'
import { searchSessions } from '../../../query/search/search-sessions.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { wrapText } from '../../../text/wrap.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, countOption, flagOption, listArg } from '../define-command.ts'
import { formatHits, formatSessionHits } from '../hit-lines.ts'
import { reportNothingKept } from '../report-problems.ts'
import { nothingLines, searchLine } from '../search-words.ts'

const DEFAULT_LIMIT = 10
const DEFAULT_CONTEXT = 3
/** Finds conversations by what was said or done in them. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const query = readQuery(app, request)
  if (isEmpty(query)) {
    const { run: overview } = await import('./overview.ts')
    return await overview(app)
  }
  const answer = await askIndex(app, keep =>
    searchSessions(
      keep,
      completeSearch(app.keepDir, {
        query,
        limit: countOption(request, 'limit') ?? DEFAULT_LIMIT,
        context: countOption(request, 'context') ?? DEFAULT_CONTEXT,
        isDeep: flagOption(request, 'deep'),
        now: app.now(),
        signal: app.signal,
      }),
    ),
  )
  print(app, request, answer)
  return answer.hits.length > 0 ? 'found' : 'nothing'
}

/** Words and filters as typed, and the same filters as options. */
function readQuery(app: App, request: CommandRequest): SearchQuery {
  const typed = readWords(listArg(request, 'words'), app.now())
  return { ...typed, filters: [...typed.filters, ...readFilters(app, request)] }
}

function readFilters(app: App, request: CommandRequest): readonly Filter[] {
  return FILTER_NAMES.flatMap(name => {
    const option = request.options[name]
    const values = option === undefined ? [] : Array.isArray(option) ? option : [String(option)]
    return values.map(value => filterFrom(name, value, app.now()) ?? refuse(name, value))
  })
}

function refuse(name: FilterName, value: string): never {
  const isTime = name === 'before' || name === 'after' || name === 'on'
  const choices = CHOICES.get(name)
  throw new UserError({
    code: 'bad-filter',
    message: `--${name} ${isTime ? 'does not know the time' : 'cannot be'} "${shorten(value)}"`,
    hint: isTime
      ? 'Write it as 2w, yesterday, "last week" or 2026-11-01.'
      : choices
        ? `It can be ${choices.join(', ')}.`
        : 'Run `backscroll search --help` to see what it takes.',
  })
}

function isEmpty({ words, phrases, without, filters }: SearchQuery): boolean {
  return words.length + phrases.length + without.length + filters.length === 0
}

function print(app: App, request: CommandRequest, answer: SearchAnswer): void {
  const isNothingKept = answer.coverage.sessions === 0
  // About words nothing can be said there.
  if (!isNothingKept) for (const note of answer.notes) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  if (app.json) {
    printJson(app, { ...answer })
    return
  }
  if (isNothingKept) {
    reportNothingKept(app)
    return
  }
  if (answer.hits.length === 0) {
    for (const line of nothingLines(answer)) app.err.line(line)
    return
  }
  const isShort = flagOption(request, 'sessions')
  app.out.lines(isShort ? formatSessionHits(app, answer.hits) : formatHits(app, answer.hits))
  app.out.line('')
  app.out.lines(wrapText(searchLine(answer), app.columns).map(app.colors.dim))
}
