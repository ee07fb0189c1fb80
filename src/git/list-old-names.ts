import type { PlaceInTree } from './find-work-tree.ts'
import type { Git } from './run-git.ts'

/** What a file was called before, newest first, relative to the root. Empty where git does not know or takes too long. */
export async function listOldNames(git: Git, { root, path }: PlaceInTree): Promise<readonly string[]> {
  const answer = await git.run(root, [
    'log',
    '--follow',
    '--find-renames',
    '--diff-filter=R',
    '--name-status',
    '--no-ext-diff',
    '--no-textconv',
    '--format=',
    '-z',
    '--',
    path,
  ])
  return answer.ok ? parseRenames(answer.out) : []
}

/** `R100`, the old name and the new one, each ended by NUL. */
export function parseRenames(out: string): readonly string[] {
  const words = out.split('\0').map(word => word.replace(/^\n+/, ''))
  const names: string[] = []
  for (let at = 0; at + 2 < words.length; at++) {
    const old = words[at + 1]
    if (!/^R\d*$/.test(words[at] ?? '') || !old) continue
    if (!names.includes(old)) names.push(old)
    at += 2
  }
  return names
}
