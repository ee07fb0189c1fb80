import type { Commit, PullRequest } from '../../model/facts/facts.ts'
import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { head } from '../../text/head.ts'

/** What the index page of an export says about one session. Texts are those of the session, so redacted where it is. */
export interface SessionFacts {
  readonly id: string
  readonly title: string
  readonly branches: readonly string[]
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  /** Set where only these turns are exported; every number is about them alone. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  readonly turns: number
  /** Subagents included. */
  readonly toolCalls: number
  readonly agents: number
  /** Distinct files changed. */
  readonly filesChanged: number
  readonly prompts: readonly PromptLine[]
  readonly commits: readonly CommitLine[]
  readonly pullRequests: readonly PullRequestLine[]
}

export interface PromptLine {
  readonly turn: number
  /** Its first line. */
  readonly text: string
  /** Tried and taken back. */
  readonly isRewound: boolean
}

export interface CommitLine {
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
}

export interface PullRequestLine {
  readonly url: string
  readonly number: number | undefined
  readonly repository: string | undefined
}

export function buildSessionFacts(session: Session, range: SessionFacts['range']): SessionFacts {
  const isIn = (turn: number): boolean => !range || (turn >= range.from && turn <= range.to)
  const turns = session.main.turns.filter(({ number }) => number > 0 && isIn(number))
  const agents = session.agents.filter(agent => !range || isIn(turnOf(agent) ?? -1))
  const main: Part = { thread: session.main, isIn: entry => isIn(entry?.turn ?? 0) }
  const parts = [main, ...agents.map(({ thread }): Part => ({ thread, isIn: () => true }))]
  const times = turns.flatMap(({ startedAt, endedAt }) => [startedAt ?? [], endedAt ?? []].flat())
  return {
    id: session.id,
    title: session.title.text,
    branches: session.branches,
    startedAt: range ? least(times) : session.startedAt,
    endedAt: range ? most(times) : session.endedAt,
    activeMs: range ? turns.reduce((sum, turn) => sum + turn.activeMs, 0) : session.activeMs,
    range,
    turns: turns.length,
    toolCalls: parts.reduce((sum, part) => sum + countCalls(part), 0),
    agents: agents.length,
    filesChanged: new Set(parts.flatMap(listChanged)).size,
    prompts: turns.map(({ number, text, isRewound }) => ({ turn: number, text: firstLine(text), isRewound })),
    commits: listCommits(
      parts.flatMap(({ thread, isIn }) => thread.facts.commits.filter(({ call }) => isIn(call.use))),
    ),
    pullRequests: listPullRequests(
      parts.flatMap(({ thread, isIn }) => thread.facts.pullRequests.filter(({ entry }) => isIn(entry))),
    ),
  }
}

/** A thread and which of its entries count. */
interface Part {
  readonly thread: Thread
  isIn(entry: ThreadEntry | undefined): boolean
}

function turnOf(agent: Agent): number | undefined {
  let top = agent
  while (top.parent) top = top.parent
  return top.call?.use?.turn
}

function countCalls({ thread, isIn }: Part): number {
  return thread.toolCalls.filter(call => isIn(call.use ?? call.result)).length
}

function listChanged({ thread, isIn }: Part): readonly string[] {
  return thread.facts.files.filter(({ action, call }) => action !== 'read' && isIn(call.use)).map(({ path }) => path)
}

const MAX_PROMPT = 160

function firstLine(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const short = head(line.trim(), MAX_PROMPT)
  return short.length < line.trim().length || text.trim().includes('\n') ? `${short} …` : short
}

/** A commit is printed short and long: the longer name of one that begins alike says more. */
function listCommits(commits: readonly Commit[]): readonly CommitLine[] {
  const found: CommitLine[] = []
  for (const { sha, subject, branch } of commits) {
    const at =
      sha === ''
        ? -1
        : found.findIndex(known => known.sha !== '' && (known.sha.startsWith(sha) || sha.startsWith(known.sha)))
    const known = found[at]
    if (!known) found.push({ sha, subject, branch })
    else
      found[at] = {
        sha: sha.length > known.sha.length ? sha : known.sha,
        subject: known.subject ?? subject,
        branch: known.branch ?? branch,
      }
  }
  return found
}

function listPullRequests(pullRequests: readonly PullRequest[]): readonly PullRequestLine[] {
  const byUrl = new Map<string, PullRequestLine>()
  for (const { url, number, repository } of pullRequests) {
    const known = byUrl.get(url)
    byUrl.set(url, { url, number: known?.number ?? number, repository: known?.repository ?? repository })
  }
  return [...byUrl.values()]
}

function least(times: readonly number[]): number | undefined {
  return times.reduce<number | undefined>((best, at) => (best === undefined || at < best ? at : best), undefined)
}

function most(times: readonly number[]): number | undefined {
  return times.reduce<number | undefined>((best, at) => (best === undefined || at > best ? at : best), undefined)
}
