import type { Hit } from '../../../redact/redaction.ts'
import { refuseWord } from '../../../share/refuse-word.ts'
import { formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { type Answers, openAnswers } from './answers.ts'
import { formatContext } from './hit-context.ts'

export type ReviewApp = Pick<
  App,
  'err' | 'input' | 'signal' | 'isInteractive' | 'colors' | 'color' | 'columns' | 'commandName'
>

export interface Review {
  /** Values that stay as they are. */
  readonly keep: string[]
  /** Words to be taken out as well. */
  readonly words: string[]
}

/**
 * Shows each hit in its context and asks what becomes of it. Undefined where the person quits: nothing is to be written.
 * Whoever calls looks for secrets again with what was said, since words can be in many places.
 */
export async function reviewHits(app: ReviewApp, hits: readonly Hit[]): Promise<Review | undefined> {
  requireTerminal(app)
  const answers = openAnswers(app)
  try {
    return await askAll(app, answers, hits)
  } finally {
    answers.close()
  }
}

export function requireTerminal({ isInteractive }: Pick<App, 'isInteractive'>): void {
  if (isInteractive) return
  throw new UserError({
    code: 'no-terminal',
    message: '--review asks questions, and nobody is here to answer them',
    hint: `Run it in a terminal, with -o FILE for the result; or list what is found with \`backscroll redact ID --check\`.`,
  })
}

const HELP = [
  'Enter  take it out          k   keep it          kk  keep all of this kind',
  'w      take out a word too  b   one back         r   take out this and all the rest',
  'q      quit, write nothing  ?   this help',
]

async function askAll(app: ReviewApp, answers: Answers, hits: readonly Hit[]): Promise<Review | undefined> {
  const kept = new Set<Hit>()
  const words = new Set<string>()
  app.err.line(describeStart(hits))
  if (hits.length > 0) app.err.lines(HELP.map(app.colors.dim))
  let at = 0
  let isShown = false
  while (at < hits.length) {
    const hit = hits[at] as Hit
    if (!isShown) app.err.lines(formatHit(app, hit, { at, of: hits.length, isKept: kept.has(hit) }))
    isShown = true
    const answer = await ask(app, answers, '[Enter/k/kk/w/b/r/q/?] ')
    if (answer === undefined || answer === 'q') return quit(app)
    if (answer === '?') app.err.lines(HELP)
    else if (answer === 'w') await askWord(app, answers, words)
    else if (!KNOWN.has(answer)) app.err.line('That is none of the answers; ? explains them.')
    else {
      decide(answer, hit, hits, kept)
      at = next(answer, { at, hits, kept })
      isShown = false
    }
  }
  return (await askEnd(app, answers, { hits: hits.length, kept, words })) ? settle(kept, words) : quit(app)
}

const KNOWN = new Set(['', 't', 'k', 'kk', 'b', 'r'])

function decide(answer: string, hit: Hit, hits: readonly Hit[], kept: Set<Hit>): void {
  if (answer === 'k') kept.add(hit)
  else if (answer === 'kk') for (const other of hits) other.rule === hit.rule && kept.add(other)
  else if (answer !== 'b') kept.delete(hit)
}

function next(
  answer: string,
  { at, hits, kept }: { at: number; hits: readonly Hit[]; kept: ReadonlySet<Hit> },
): number {
  if (answer === 'b') return Math.max(0, at - 1)
  if (answer === 'r') return hits.length
  if (answer !== 'kk') return at + 1
  const later = hits.findIndex((hit, index) => index > at && !kept.has(hit))
  return later < 0 ? hits.length : later
}

/** The last chance: what was decided, and room for words that no rule found. */
async function askEnd(
  app: ReviewApp,
  answers: Answers,
  { hits, kept, words }: { hits: number; kept: ReadonlySet<Hit>; words: Set<string> },
): Promise<boolean> {
  for (;;) {
    app.err.line()
    app.err.line(
      `${formatInteger(hits - kept.size)} to be taken out, ${formatInteger(kept.size)} kept, ${formatNumberOf(words.size, 'word')} added.`,
    )
    const answer = await ask(app, answers, '[Enter] go on, [w] take out a word too, [q] quit and write nothing: ')
    if (answer === undefined || answer === 'q') return false
    if (answer === '') return true
    if (answer === 'w') await askWord(app, answers, words)
    else app.err.line('That is none of the answers.')
  }
}

async function askWord(app: ReviewApp, answers: Answers, words: Set<string>): Promise<void> {
  app.err.write('Word or phrase to take out (empty: none): ')
  const word = (await answers.next())?.trim() ?? ''
  if (word === '') return
  const why = refuseWord(word)
  if (why !== undefined) app.err.line(`${sanitizeLine(why)}.`)
  else words.add(word)
}

async function ask(app: ReviewApp, answers: Answers, question: string): Promise<string | undefined> {
  app.err.write(question)
  const answer = await answers.next()
  // Where nobody ended the line, the next words begin one too.
  if (answer === undefined) app.err.line()
  return answer?.trim().toLowerCase()
}

function settle(kept: ReadonlySet<Hit>, words: ReadonlySet<string>): Review {
  return { keep: [...kept].map(hit => hit.value), words: [...words] }
}

function quit(app: ReviewApp): undefined {
  app.err.line('Nothing was written.')
}

function describeStart(hits: readonly Hit[]): string {
  if (hits.length === 0) return 'Nothing was found that would be taken out.'
  return `${formatNumberOf(hits.length, 'thing')} to look at. What you see stays on this machine.`
}

function formatHit(
  app: ReviewApp,
  hit: Hit,
  { at, of, isKept }: { at: number; of: number; isKept: boolean },
): readonly string[] {
  const { bold, dim } = app.colors
  const kind = `${hit.rule} (${hit.category})`
  const count = formatNumberOf(hit.count, 'time')
  const state = isKept ? dim(' (kept)') : ''
  const heading = `${at + 1}/${of}  ${bold(sanitizeLine(kind))}  ${count}, becomes ${sanitizeLine(hit.placeholder)}${state}`
  return ['', heading, ...formatContext(app, hit).map(line => `  ${line}`)]
}
