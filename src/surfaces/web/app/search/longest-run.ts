import type { SearchHit } from '../../../../query/search/answer.ts'

/** Words that stand beside each other are looked for as one: what was typed need not stand anywhere as it was typed. */
export function longestRun({ snippet, highlights }: Pick<SearchHit, 'snippet' | 'highlights'>): string {
  let best = ''
  let start = -1
  let end = -1
  for (const [from, to] of highlights) {
    if (start < 0 || !/^ ?$/.test(snippet.slice(end, from))) start = from
    end = to
    const run = snippet.slice(start, end)
    if (run.length > best.length && !run.includes('\n')) best = run
  }
  return best
}
