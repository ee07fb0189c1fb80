const NAME_LENGTH = 8
/** What `read` takes; anything else was not written by the client. */
const NAMEABLE = /^[\w-]{4,64}$/

/** ` entry=1a2b3c4d`, as `read` takes it: eight characters where no other entry of the session begins so, else all. */
export function nameEntry(uuid: string | undefined, isAlone: (beginning: string) => boolean): string {
  if (uuid === undefined || !NAMEABLE.test(uuid)) return ''
  const short = uuid.slice(0, NAME_LENGTH)
  return ` entry=${isAlone(short) ? short : uuid}`
}

/** How many of these ids begin as each one does. */
export function countBeginnings(uuids: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const uuid of new Set(uuids)) {
    const short = uuid.slice(0, NAME_LENGTH)
    counts.set(short, (counts.get(short) ?? 0) + 1)
  }
  return counts
}
