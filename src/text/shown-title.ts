/** A title as people read it, the same wherever a session is named. */
export function shownTitle(title: string): string {
  return title === '' ? 'Untitled session' : title
}
