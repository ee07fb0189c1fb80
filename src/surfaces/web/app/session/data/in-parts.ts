import { getJson } from '../../api.ts'

interface Part {
  readonly next?: string | undefined
  readonly done: number
  readonly total: number
}

/** Asks one thing part by part, as the server looks through the session; ends early when nobody listens any more. */
export async function* inParts<Answer extends Part>(
  path: string,
  query: URLSearchParams,
  signal: AbortSignal,
): AsyncIterable<Answer> {
  const asked = new URLSearchParams(query)
  for (;;) {
    // A name may be given several times, which a plain record cannot say.
    const answer = await getJson<Answer>(`${path}?${asked}`, undefined, signal)
    if (signal.aborted) return
    yield answer
    if (answer.next === undefined) return
    asked.set('from', answer.next)
  }
}
