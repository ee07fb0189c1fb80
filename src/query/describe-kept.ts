import { existsSync } from 'node:fs'
import { ArchiveDamage } from '../archive/archive-errors.ts'
import { openKept } from '../archive/kept-reader.ts'
import { type KeptGeneration, readManifest } from '../archive/read-manifest.ts'
import type { SessionSource } from '../source/session-source.ts'
import type { Library } from './library.ts'

/** What is kept under one id, for somebody who is about to forget it. */
export interface KeptUnderId {
  readonly id: string
  /** Empty where nobody knows. */
  readonly title: string
  /** Kept sessions that bear the id: the same one in several folders, checkpoints. */
  readonly copies: number
  readonly files: number
  /** Of the sources, all generations together. */
  readonly bytes: number
  /** Transcripts that are still on disk. */
  readonly stillAt: readonly string[]
}

export function describeKept({ keep }: Pick<Library, 'keep'>, { id }: Pick<SessionSource, 'id'>): KeptUnderId {
  const archive = keep?.archive ?? ''
  const manifest = readManifest(archive)
  const sessions = [...manifest.sessions.values()].filter(session => session.id === id)
  const numbers = new Set(sessions.map(({ session }) => session))
  const files = [...manifest.files.values()].filter(file => numbers.has(file.session))
  const transcripts = files.filter(file => file.role === 'main' || file.role === 'agent')
  const paths = transcripts.flatMap(file => file.generations.map(({ path }) => path))
  const generations = files.flatMap(file => file.generations)
  const title = keep?.store?.get("SELECT title FROM sessions WHERE id = ? AND title <> '' ORDER BY session", [
    id,
  ])?.title
  return {
    id,
    title: typeof title === 'string' ? title : '',
    copies: sessions.length,
    files: files.length,
    bytes: generations.reduce((sum, generation) => sum + countBytes(archive, generation), 0),
    stillAt: [...new Set(paths)].filter(path => existsSync(path)),
  }
}

/** What is damaged can be forgotten too: it counts as far as it is known. */
function countBytes(archive: string, generation: KeptGeneration): number {
  try {
    return openKept(archive, generation).rawBytes
  } catch (error) {
    if (error instanceof ArchiveDamage) return generation.blob?.bytes ?? generation.sealedRawBytes
    throw error
  }
}
