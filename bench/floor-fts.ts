/**
 * The floor of indexing: a process that parses every line and inserts the same texts into one FTS5 table, and does nothing
 * else. Reading the prepared texts is not counted. `node bench/floor-fts.ts TEXTS DATABASE`
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { TEXT_COLUMNS } from '../src/model/text-column.ts'
import type { SessionTexts } from './floor-texts.ts'

const [texts = '', path = ''] = process.argv.slice(2)
const database = new DatabaseSync(path)
const columns = TEXT_COLUMNS.join()
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
database.exec(
  `CREATE VIRTUAL TABLE t USING fts5(${columns}, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')`,
)
const insert = database.prepare(`INSERT INTO t(${columns}) VALUES (${TEXT_COLUMNS.map(() => '?').join()})`)
const file = openSync(texts, 'r')
const head = Buffer.alloc(4)
let cpuMs = 0
let lines = 0
let units = 0

function next(): Buffer | undefined {
  if (readSync(file, head, 0, 4, null) === 0) return undefined
  const bytes = Buffer.allocUnsafe(head.readUInt32LE())
  readSync(file, bytes, 0, bytes.length, null)
  return bytes
}

function count(work: () => void): void {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  cpuMs += (user + system) / 1000
}

count(() => database.exec('BEGIN'))
for (let bytes = next(); bytes; bytes = next()) {
  const session = JSON.parse(bytes.toString()) as SessionTexts
  const rows: string[][] = []
  for (let unit = 0; unit < session.units; unit++) {
    rows.push(TEXT_COLUMNS.map(() => (next() as Buffer).toString()))
  }
  count(() => {
    for (const transcript of session.paths) parseLines(readFileSync(transcript))
    for (const row of rows) insert.run(...row)
  })
  units += rows.length
}
count(() => database.exec('COMMIT'))
count(() => database.close())
closeSync(file)
console.log(JSON.stringify({ cpuMs, lines, units, maxRssBytes: process.resourceUsage().maxRSS * 1024 }))

function parseLines(bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const to = end < 0 ? bytes.length : end
    if (to > from) {
      JSON.parse(bytes.toString('utf8', from, to))
      lines++
    }
    from = to + 1
  }
}
