import { slugOf } from '../../../share/file-name.ts'
import { hashOf } from './notes-state.ts'

/** Names of notes follow from the day a session began and its id, never from its title: a link stays a link. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** From the name that is nearly always free to those for ids that begin alike. */
export function sessionNames(date: string, id: string): readonly string[] {
  const digits = UUID.test(id) ? id.toLowerCase().replaceAll('-', '') : hashOf(id)
  return [8, 12, 32].map(length => `${date} ${digits.slice(0, length)}`)
}

/** What places in a session are cited by, as `show` takes it. */
export function citeOf(id: string): string {
  if (UUID.test(id)) return id.slice(0, 8)
  return /^[\w-]{1,80}$/.test(id) ? id : hashOf(id).slice(0, 8)
}

export function dayName(date: string): string {
  return `${date} sessions`
}

/** Names that Windows keeps for itself, and days, whose notes are named the same way. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|\d{4,6}-\d\d-\d\d)$/
const MAX_PROJECT = 60

/** A project's folder, and the beginning of the names of its notes; `taken` are those of other projects. */
export function nameProject(shownName: string, key: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(shownName, MAX_PROJECT) || 'project'
  const safe = RESERVED.test(slug) ? `${slug}-project` : slug
  return taken.has(safe) ? `${safe}-${hashOf(key).slice(0, 6)}` : safe
}

export function projectNoteName(project: string): string {
  return `${project} sessions`
}

/** The note of one machine beside the one that joins all. */
export function machineNoteName(name: string, machine: string): string {
  return `${name}.${machine}`
}
