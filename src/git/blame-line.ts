import type { PlaceInTree } from './find-work-tree.ts'
import type { Git, GitAnswer } from './run-git.ts'

/** The commit that a line of the working tree comes from. */
export interface Blame {
  readonly sha: string
  readonly summary: string
  readonly author: string | undefined
  /** When it was committed, epoch milliseconds: a later amend or rebase counts. */
  readonly at: number | undefined
}

export type BlameAnswer =
  | { readonly found: 'commit'; readonly blame: Blame }
  | { readonly found: 'uncommitted' }
  | { readonly found: 'nothing'; readonly answer: Extract<GitAnswer, { ok: false }> }

/** Renames within the history of the file are followed by git itself. */
export async function blameLine(git: Git, { root, path }: PlaceInTree, line: number): Promise<BlameAnswer> {
  const answer = await git.run(root, ['blame', '--porcelain', '--no-textconv', '-L', `${line},${line}`, '--', path])
  if (!answer.ok) return { found: 'nothing', answer }
  return parseBlame(answer.out)
}

/** One line of `git blame --porcelain`: the hash, headers, and the line itself behind a tab. */
export function parseBlame(out: string): BlameAnswer {
  const [first = '', ...rest] = out.split('\n')
  const sha = /^[0-9a-f]{40,64}/.exec(first)?.[0]
  if (sha === undefined) {
    return { found: 'nothing', answer: { ok: false, why: 'refused', message: 'git blame named no commit' } }
  }
  if (/^0+$/.test(sha)) return { found: 'uncommitted' }
  const headers = new Map<string, string>()
  for (const line of rest) {
    if (line.startsWith('\t')) break
    const space = line.indexOf(' ')
    headers.set(space < 0 ? line : line.slice(0, space), space < 0 ? '' : line.slice(space + 1))
  }
  const seconds = Number(headers.get('committer-time') ?? Number.NaN)
  return {
    found: 'commit',
    blame: {
      sha,
      summary: headers.get('summary') ?? '',
      author: headers.get('author') || undefined,
      at: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    },
  }
}
