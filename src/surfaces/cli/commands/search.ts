import { readMarks } from '../../../archive/marks.ts'
import type { SearchAnswer } from '../../../query/search/answer.ts'
import { filterFrom, parseQuery } from '../../../query/search/parse-query.ts'
import { FILTER_NAMES, type Filter, type SearchQuery } from '../../../query/search/query.ts'
import { searchSessions } from '../../../query/search/search-sessions.ts'
import { semanticRank } from '../../../query/semantic/semantic-rank.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { suggest } from '../../../text/suggest.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, countOption, flagOption, listArg } from '../define-command.ts'
import { formatHits, formatSessionHits } from '../hit-lines.ts'
import { describeNothing, describeSearch } from '../search-words.ts'

const DEFAULT_LIMIT = 10
const DEFAULT_CONTEXT = 3
const MEANING_UNITS = 200

/** Finds conversations by what was said or done in them. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const query = readQuery(app, request)
  if (isEmpty(query)) return openScreen(app)
  const answer = await askIndex(app, keep =>
    searchSessions(keep, {
      query,
      limit: countOption(request, 'limit') ?? DEFAULT_LIMIT,
      context: countOption(request, 'context') ?? DEFAULT_CONTEXT,
      isDeep: flagOption(request, 'deep'),
      now: app.now(),
      marks: readMarks(app.keepDir),
      meaning: semanticRank(app.keepDir, query.words.join(' '), MEANING_UNITS),
      signal: app.signal,
    }),
  )
  print(app, request, answer)
  return answer.hits.length > 0 ? 'found' : 'nothing'
}

/** Words and filters as typed, and the same filters as options. */
function readQuery(app: App, request: CommandRequest): SearchQuery {
  const words = listArg(request, 'words')
  const typed = parseQuery(words.join(' '), { now: app.now() })
  const notes = [...typed.notes, ...words.flatMap(noteOption)]
  return { ...typed, notes, filters: [...typed.filters, ...readFilters(app, request)] }
}

const OPTIONS = [...FILTER_NAMES, 'limit', 'context', 'sessions', 'deep', 'json']

/** An option that was mistyped is a word like any other; whoever meant it should know. */
function noteOption(word: string): readonly string[] {
  const name = /^--([a-z]+)/.exec(word)?.[1]
  const meant = name === undefined ? undefined : suggest(name, OPTIONS)
  return meant === undefined ? [] : [`"${word}" was taken as text; the option is --${meant}`]
}

function readFilters(app: App, request: CommandRequest): readonly Filter[] {
  return FILTER_NAMES.flatMap(name => {
    const option = request.options[name]
    const values = option === undefined ? [] : Array.isArray(option) ? option : [String(option)]
    return values.map(value => {
      const filter = filterFrom(name, value, app.now())
      if (filter) return filter
      const isTime = name === 'before' || name === 'after' || name === 'on'
      throw new UserError({
        code: 'bad-filter',
        message: isTime ? `--${name} does not know the time "${value}"` : `--${name} cannot be "${value}"`,
        hint: isTime
          ? 'Write it as 2w, yesterday, "last week" or 2026-11-01.'
          : 'Run `backscroll search --help` to see what it takes.',
      })
    })
  })
}

function isEmpty({ words, phrases, without, filters }: SearchQuery): boolean {
  return words.length + phrases.length + without.length + filters.length === 0
}

async function openScreen(app: App): Promise<Outcome> {
  if (app.opensScreen) {
    const { run: overview } = await import('./overview.ts')
    return overview(app)
  }
  throw new UserError({
    code: 'no-words',
    message: 'there is nothing to look for',
    hint: 'Say what: `backscroll search why did we drop the queue`.',
  })
}

function print(app: App, request: CommandRequest, answer: SearchAnswer): void {
  for (const note of answer.notes) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  if (app.json) {
    printJson(app, { ...answer })
    return
  }
  if (answer.hits.length === 0) {
    for (const line of describeNothing(app, answer)) app.err.line(line)
    return
  }
  const isShort = flagOption(request, 'sessions')
  app.out.lines(isShort ? formatSessionHits(app, answer.hits) : formatHits(app, answer.hits))
  app.out.line('')
  app.out.line(app.colors.dim(describeSearch(answer)))
}
