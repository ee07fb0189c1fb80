import type { RedactionReview } from '../../../share/redaction-review.ts'
import { refuseWord } from '../../../share/refuse-word.ts'
import type { RedactionWish } from '../../../share/share-request.ts'
import { HttpError } from '../error-answer.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { runShare } from '../run-share.ts'
import type { World } from '../world.ts'

export type { RedactionReview } from '../../../share/redaction-review.ts'

/** What an export of this session would take out. */
export async function reviewRedaction(
  world: World,
  { id, redacts, signal }: { readonly id: string; readonly redacts: RedactionWish; readonly signal: AbortSignal },
): Promise<RedactionReview> {
  requireWords(redacts)
  const ended = AbortSignal.any([signal, world.signal])
  const answer = await oneAtATime(world, ended, () => runShare(world, { id, redacts }, ended))
  if (answer.kind !== 'review') throw new Error('no review')
  return answer.review
}

/** The same words are refused here as in a file of words. */
export function requireWords({ words }: RedactionWish): void {
  for (const word of words) {
    const why = refuseWord(word)
    if (why === undefined) continue
    const hint = 'Leave it out, or name a longer phrase.'
    throw new HttpError(400, { code: 'bad-word', message: why, hint })
  }
}
