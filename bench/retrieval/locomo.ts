/**
 * Session retrieval over conversations in the shape of the LoCoMo data set, which is not in the repository:
 * `npm run bench:locomo -- FILE… [--json] [--misses 1]`. Each conversation is a project, each of its dated sessions a transcript; a
 * question is asked within its own conversation, and right is any session that holds evidence for it.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEngines } from './engines.ts'
import { askAll, type Outcome, type Question, type Score, scoreOf } from './evaluate.ts'
import { DATA, keepCached } from './keep-folder.ts'
import { parseConversations } from './locomo-file.ts'
import { writeConversation } from './locomo-transcripts.ts'
import { readMessages } from './read-messages.ts'

const ENGINES = ['backscroll', 'FTS5 OR']

export interface LocomoReport {
  readonly conversations: number
  readonly sessions: number
  readonly questions: number
  /** Questions that name no evidence which could be found. */
  readonly skipped: number
  /** By engine, then by category; `all` is all of them. */
  readonly scores: { readonly [engine: string]: { readonly [category: string]: Score } }
}

export interface LocomoRun extends LocomoReport {
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>
}

export async function runLocomo(paths: readonly string[]): Promise<LocomoRun> {
  const texts = paths.map(path => readFileSync(path, 'utf8'))
  const conversations = texts.flatMap(parseConversations)
  const name = `locomo-${createHash('sha256').update(texts.join()).digest('hex').slice(0, 12)}`
  const folder = join(DATA, name)
  if (!existsSync(join(folder, 'complete'))) {
    rmSync(folder, { recursive: true, force: true })
    for (const conversation of conversations) writeConversation(join(folder, 'claude'), conversation)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'complete'), '')
  }
  const kept = await keepCached(name, join(folder, 'claude'))
  const engines = openEngines(kept, readMessages(kept.keep)).filter(({ name }) => ENGINES.includes(name))
  const asked = conversations.flatMap(conversation => conversation.questions.map(item => ({ ...item, conversation })))
  const usable = asked.filter(({ evidence }) => evidence.length > 0)
  const questions = usable.map(
    ({ question, evidence, conversation }): Question => ({
      text: question,
      golds: evidence.map(index => ({ sessionId: conversation.sessions[index]?.id ?? '', agent: '', turn: -1 })),
      answer: undefined,
      project: conversation.id,
    }),
  )
  const categories = new Map(usable.map(({ category }, i) => [questions[i] as Question, category]))
  const outcomes = new Map(engines.map(engine => [engine.name, askAll(engine, questions)]))
  for (const engine of engines) engine.close()
  kept.close()
  return {
    conversations: conversations.length,
    sessions: conversations.reduce((sum, { sessions }) => sum + sessions.length, 0),
    questions: questions.length,
    skipped: asked.length - usable.length,
    scores: Object.fromEntries([...outcomes].map(([name, list]) => [name, byCategory(list, categories)])),
    outcomes,
  }
}

function byCategory(
  outcomes: readonly Outcome[],
  categories: ReadonlyMap<Question, string>,
): { readonly [category: string]: Score } {
  const groups = Map.groupBy(outcomes, ({ question }) => categories.get(question) ?? '')
  const named = [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, list]) => [`category ${name}`, scoreOf(list)])
  return { all: scoreOf(outcomes), ...Object.fromEntries(named) }
}

function formatLocomo({ conversations, sessions, questions, skipped, scores }: LocomoReport): string {
  const lines = [
    `${conversations} conversations, ${sessions} sessions, ${questions} questions; ${skipped} left out, without usable evidence.`,
    '',
    '| engine | category | questions | hit@1 | hit@5 | hit@10 | MRR | recall@5 | p95 ms |',
    '|---|---|---|---|---|---|---|---|---|',
  ]
  for (const [engine, categories] of Object.entries(scores)) {
    for (const [category, score] of Object.entries(categories)) {
      const { questions, hit1, hit5, hit10, mrr, recall5, p95 } = score
      const shares = [hit1, hit5, hit10].map(value => value.toFixed(1)).join(' | ')
      lines.push(
        `| ${engine} | ${category} | ${questions} | ${shares} | ${mrr.toFixed(3)} | ${recall5.toFixed(1)} | ${p95.toFixed(1)} |`,
      )
    }
  }
  return lines.join('\n')
}

/** Questions whose sessions were not first: what to look at when tuning. */
function listMisses({ outcomes }: LocomoRun, beyond: number): string {
  return [...(outcomes.get('backscroll') ?? [])]
    .filter(({ rank }) => rank === undefined || rank > beyond)
    .map(({ rank, question }) => `${rank ?? '-'}\t${question.project}\t${question.text}`)
    .join('\n')
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, misses: { type: 'string' } },
  })
  if (positionals.length === 0) {
    console.error('name a file: npm run bench:locomo -- FILE…')
    process.exitCode = 2
  } else {
    try {
      const run = await runLocomo(positionals)
      const { outcomes: _, ...report } = run
      console.log(values.json ? JSON.stringify(report, undefined, 2) : formatLocomo(report))
      if (values.misses !== undefined) console.log(listMisses(run, Number(values.misses)))
    } catch (error) {
      console.error((error as Error).message)
      process.exitCode = 2
    }
  }
}
