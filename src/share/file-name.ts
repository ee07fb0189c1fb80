import { formatIso } from '../time/day.ts'

/** What the name of a file says; every text is fit to be shared already. */
export interface NamedSession {
  readonly id: string
  readonly title: string
  readonly startedAt: number | undefined
  readonly turns: { readonly from: number; readonly to: number } | undefined
}

/** Gives each file of one export a name of its own, without ending. */
export interface NameGiver {
  nameFor(session: NamedSession): string
  /** The name, with a number where it was given before. */
  unique(name: string): string
}

/** `taken`: names that are not to be given, without ending. */
export function createNameGiver(taken: readonly string[] = []): NameGiver {
  const given = new Set(taken)
  function unique(wanted: string): string {
    let name = wanted
    for (let number = 2; given.has(name); number++) name = `${wanted}-${number}`
    given.add(name)
    return name
  }
  return { unique, nameFor: session => unique(nameOf(session)) }
}

/** `2026-03-01-grow-the-tomatoes-11111111`: by day, readable, and lower case so that no file system joins two. */
function nameOf({ id, title, startedAt, turns }: NamedSession): string {
  const day = dayOf(startedAt) ?? 'undated'
  const range = turns && (turns.from === turns.to ? `turn-${turns.from}` : `turns-${turns.from}-${turns.to}`)
  return [day, slugOf(title, MAX_TITLE), slugOf(id, ID_LENGTH), range]
    .filter(part => part !== undefined && part !== '')
    .join('-')
}

/** In UTC, as in the files themselves. */
export function dayOf(at: number | undefined): string | undefined {
  return formatIso(at)?.slice(0, 10)
}

const MAX_TITLE = 50
const ID_LENGTH = 8

/** The letters and digits of a text, in any script, with `-` between words. Safe as a part of a name on every system. */
export function slugOf(text: string, maxLength: number): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > maxLength) return slug === '' ? cut(word, maxLength) : slug
    slug = longer
  }
  return slug
}

/** Never in the middle of a character. */
function cut(word: string, length: number): string {
  return word.slice(0, length).toWellFormed().replaceAll('\ufffd', '')
}
