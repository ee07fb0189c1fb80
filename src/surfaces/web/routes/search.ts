import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { SearchAnswer } from '../../../query/search/answer.ts'
import { readWords } from '../../../query/search/query-words.ts'
import { completeSearch } from '../../../query/search/search-request.ts'
import { searchSessions } from '../../../query/search/search-sessions.ts'
import { UserError } from '../../../user-error.ts'
import { runCommand } from '../run-command.ts'
import type { World } from '../world.ts'
import { count, flag, text } from './list-fields.ts'

export const searchQuery = z.object({
  q: text(4000).describe('Words, "exact words", and filters such as project:api after:2w is:error'),
  limit: count(10, 100).describe('At most so many conversations'),
  context: count(3, 20).describe('Lines of each place'),
  deep: flag.describe('Also scan what the index left out; takes longer'),
})

/** A scan of the archive that takes longer is for the command line. */
const DEEP_MS = 60_000

export async function askSearch(
  world: World,
  query: z.output<typeof searchQuery>,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { limit, context, deep } = query
  const now = world.now()
  const typed = readWords([query.q], now)
  if (typed.words.length + typed.phrases.length + typed.without.length + typed.filters.length === 0) throw emptyQuery()
  if (deep) return await searchDeep(world, query, signal)
  // Whoever types asks often: what was asked before the last letter has been called off by now.
  await setImmediate()
  return await world.ask(keep => {
    if (signal.aborted) throw calledOff()
    return searchSessions(
      keep,
      completeSearch(world.keepDir, { query: typed, limit, context, isDeep: false, now, signal }),
    )
  })
}

/** In a process of its own: it reads the whole archive, and nobody else is to wait for that. */
function searchDeep(
  world: World,
  { q, limit, context }: z.output<typeof searchQuery>,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const options = ['--deep', '--limit', String(limit), '--context', String(context)]
  const command = { name: 'search', isReading: true, options, words: [q] }
  return runCommand<SearchAnswer>(world, command, { signal, timeoutMs: DEEP_MS })
}

function emptyQuery(): UserError {
  return new UserError({
    code: 'empty-query',
    message: 'there is nothing to look for',
    hint: 'Type words, a question, a path, an error, or a filter such as is:error.',
  })
}

function calledOff(): UserError {
  return new UserError({ code: 'interrupted', message: 'nobody waits for this answer', hint: 'Ask again.' })
}
