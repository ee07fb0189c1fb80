import type { PlacedRow } from './work-facts.ts'

/** The command line that made a commit: `--amend` stands nowhere else. */
export const COMMIT_COMMAND = `(SELECT c.text FROM commands AS c
WHERE c.session = f.session AND c.agent = f.agent AND c.call = f.call LIMIT 1) AS command`

/**
 * Without the commits that the next one on the same branch replaced: git keeps the amended one alone. Commits of one
 * session in their order, with `COMMIT_COMMAND`. A line that made several does not say which of them it amended.
 */
export function withoutAmended(commits: readonly PlacedRow[]): readonly PlacedRow[] {
  const latest = new Map<string, PlacedRow>()
  const replaced = new Set<PlacedRow>()
  const perCall = Map.groupBy(commits, callOf)
  for (const commit of commits) {
    const line = `${commit.agent} ${commit.row.branch}`
    const before = latest.get(line)
    if (before && perCall.get(callOf(commit))?.length === 1 && amends(commit.row.command)) replaced.add(before)
    latest.set(line, commit)
  }
  return commits.filter(commit => !replaced.has(commit))
}

function callOf({ agent, row }: PlacedRow): string {
  return `${agent} ${row.call}`
}

/** A message may speak of it: what stands in quotes does not count. */
function amends(command: unknown): boolean {
  if (typeof command !== 'string' || !command.includes('--amend')) return false
  return /\bcommit\b[^;&|\n]*--amend\b/.test(command.replace(/'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, '""'))
}
