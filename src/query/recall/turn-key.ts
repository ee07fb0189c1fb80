/**
 * What a turn is known by in what was shown: its prompt, which resumes and forks repeat under the same uuid. The same for
 * every moment, so that a turn told at the start of a session is not told again with a file.
 */
export function turnKey(place: {
  readonly promptUuid: string | undefined
  readonly sessionId: string
  readonly turn: number
}): string {
  return place.promptUuid === undefined ? `p:${place.sessionId}::${place.turn}` : `p:${place.promptUuid}`
}
