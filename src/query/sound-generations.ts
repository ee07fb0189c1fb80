import { ArchiveDamage } from '../archive/archive-errors.ts'
import { openKept } from '../archive/kept-reader.ts'
import { type KeptGeneration, readManifest } from '../archive/read-manifest.ts'

/** Generations of a session's transcript that can be read to their end, oldest first. Reads all of them. */
export function listSoundGenerations(archive: string, session: number): readonly number[] {
  const files = [...readManifest(archive).files.values()]
  const main = files.find(file => file.session === session && file.role === 'main')
  const sound = (main?.generations ?? []).filter(kept => isSound(archive, kept))
  return sound.map(({ generation }) => generation)
}

function isSound(archive: string, kept: KeptGeneration): boolean {
  try {
    for (const _ of openKept(archive, kept).chunks());
    return true
  } catch (error) {
    if (error instanceof ArchiveDamage) return false
    throw error
  }
}

/** What to do about a kept transcript that is damaged: a hint. */
export function hintForDamage(
  archive: string,
  { session, id }: { readonly session: number; readonly id: string },
): string {
  const sound = listSoundGenerations(archive, session)
  const newest = sound.at(-1)
  const verify = '`backscroll verify` lists what is damaged'
  if (newest === undefined) return `Run ${verify}; no older copy of it is sound, only a backup of the archive has it.`
  const copies = sound.length === 1 ? `copy ${newest} is` : `copies ${sound.join(', ')} are`
  return `Older ${copies} sound: \`backscroll restore ${id} --generation ${newest} --to DIR\`; ${verify}.`
}
