import type { KeptSession } from './read-manifest.ts'

/** Folders of a config folder that hold things of sessions, each with how deep its files may lie below it. */
const FOLDERS: ReadonlyMap<string, number> = new Map([
  ['file-history', 8],
  ['tasks', 8],
  ['image-cache', 8],
  ['todos', 1],
  ['plans', 1],
  ['paste-cache', 1],
])

/** A running client's key is nobody's to keep or to put back. */
const NEVER = /\.key$/i

/**
 * Whether a file of a session can have stood at a place below a config folder. A place is text from outside: an archive
 * that somebody else made may name any. What the client obeys or runs (settings, hooks, commands, instructions, memory)
 * is no place of a session.
 */
export function isClientPlace(parts: readonly string[], session: Pick<KeptSession, 'id' | 'name'>): boolean {
  const [top = '', ...below] = parts
  const name = parts.at(-1) ?? ''
  if (NEVER.test(name)) return false
  if (top === 'projects') return isProjectPlace(below, session)
  if (parts.length === 1) return top === 'history.jsonl'
  const depth = FOLDERS.get(top)
  if (depth === undefined || below.length > depth) return false
  if (top === 'todos') return name.endsWith('.json')
  return top !== 'plans' || name.endsWith('.md')
}

/** A transcript, an agent's beside it, or what lies in the folder that bears the transcript's name. */
function isProjectPlace(parts: readonly string[], { id, name }: Pick<KeptSession, 'id' | 'name'>): boolean {
  const file = parts.at(-1) ?? ''
  if (parts.some(part => /^memory$/i.test(part))) return false
  const isInside = parts.slice(1, -1).some(part => part === name || part === id)
  return isInside || /\.jsonl$/.test(file) || /^agent-[\w-]+\.meta\.json$/.test(file)
}
