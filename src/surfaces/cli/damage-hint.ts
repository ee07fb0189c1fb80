import type { Library } from '../../query/library.ts'
import { hintForDamage } from '../../query/sound-generations.ts'
import type { SourceProblem } from '../../source/problem.ts'
import type { SessionSource } from '../../source/session-source.ts'

/** Where the transcript comes from the archive and cannot be read to its end. */
export function findDamageHint(
  { keep }: Library,
  { source, problems }: { readonly source: SessionSource; readonly problems: readonly SourceProblem[] },
): string | undefined {
  const isDamaged = problems.some(({ path }) => path === source.main?.path)
  if (!keep || !source.kept || !isDamaged) return undefined
  return hintForDamage(keep.archive, { session: source.kept.session, id: source.id })
}
