import { mkdirSync, rmSync, statSync } from 'node:fs'
import { distillWords } from './distill-words.ts'
import type { Embedder } from './embedder.ts'
import { readWordPackage, WORD_PACKAGE } from './read-word-package.ts'
import { isSemanticEnabled, semanticPaths } from './semantic-paths.ts'
import { createWordEmbedder } from './word-embedder.ts'
import { readWordTable, writeWordTable } from './word-table.ts'

/** Undefined where it is off, or its table cannot be used. */
export function openEmbedder(keepDir: string): Embedder | undefined {
  const table = readWordTable(semanticPaths(keepDir).words)
  return table && createWordEmbedder(table)
}

/** So many words and their vectors make a table of less than 10 MB; rarer ones are names of people and places. */
const TABLE_WORDS = 80_000

/** Makes the word table from the package's data file. */
export function enableSemantic(
  keepDir: string,
  packageFile: string,
): { readonly words: number; readonly sizeBytes: number } {
  const words = distillWords(readWordPackage(packageFile, TABLE_WORDS))
  const paths = semanticPaths(keepDir)
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 })
  writeWordTable(paths.words, WORD_PACKAGE, words)
  return { words: words.length, sizeBytes: statSync(paths.words).size }
}

/** Removes all of it. False where it was off. */
export function disableSemantic(keepDir: string): boolean {
  const wasEnabled = isSemanticEnabled(keepDir)
  rmSync(semanticPaths(keepDir).folder, { recursive: true, force: true })
  return wasEnabled
}
