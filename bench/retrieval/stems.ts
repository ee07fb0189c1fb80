import { DatabaseSync } from 'node:sqlite'
import { STOP_WORDS } from './stop-words.ts'

/** Stems of the content words of a text, as SQLite's Porter tokenizer makes them. Made by SQLite so that nothing differs. */
export class Stemmer {
  readonly #database = new DatabaseSync(':memory:')

  constructor() {
    this.#database.exec(
      `CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61 remove_diacritics 2');
       CREATE VIRTUAL TABLE v USING fts5vocab(t, 'row')`,
    )
  }

  stemsOf(text: string): ReadonlySet<string> {
    this.#database.exec('DELETE FROM t')
    // Identifiers count by their parts too, and Chinese and Japanese by pairs: neither may hide an overlap.
    const split = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/_/g, ' ')
    this.#database
      .prepare('INSERT INTO t(text) VALUES (?)')
      .run(`${withoutStopWords(split)} ${pairsOf(text).join(' ')}`)
    return new Set(
      this.#database
        .prepare('SELECT term FROM v')
        .all()
        .map(row => String(row.term)),
    )
  }

  close(): void {
    this.#database.close()
  }
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

function withoutStopWords(text: string): string {
  const words = text.replace(CJK, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter(word => !STOP_WORDS.has(word.toLowerCase())).join(' ')
}

function pairsOf(text: string): readonly string[] {
  return (text.match(CJK) ?? []).flatMap(run => {
    const signs = [...run]
    return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`)
  })
}
