import { editDistance } from './edit-distance.ts'

/** The name somebody most likely meant; undefined where none is near. */
export function suggest(typed: string, names: readonly string[]): string | undefined {
  const word = typed.toLowerCase().slice(0, MAX_WORD)
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const distance = editDistance(word, name.toLowerCase())
    if (distance <= Math.max(1, Math.floor(name.length / 3)) && (!best || distance < best.distance)) {
      best = { name, distance }
    }
  }
  return best?.name ?? names.find(name => word.length >= 3 && name.toLowerCase().startsWith(word))
}

const MAX_WORD = 60
