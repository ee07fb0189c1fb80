/** The page docs/store.md, from the tables in src/store: `npm run docs`. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Table } from '../src/store/define-table.ts'
import { FULL_TEXT_DDL } from '../src/store/full-text.ts'
import { INTERNAL_TABLES, SCHEMA_VERSION } from '../src/store/schema.ts'
import { TABLES } from '../src/store/tables/table.ts'

export const STORE_PAGE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'store.md')

/** Questions people ask. A test runs each over an index of the demo set and wants an answer. */
export const EXAMPLES: readonly { readonly title: string; readonly sql: string }[] = [
  {
    title: 'Tokens of each project by month, repeats of resumed and forked sessions counted once',
    sql: `SELECT project_name, strftime('%Y-%m', started_at / 1000, 'unixepoch') AS month,
  sum(own_input_tokens + own_cache_read_tokens + own_cache_write_tokens) AS tokens_in,
  sum(own_output_tokens) AS tokens_out
FROM sessions WHERE started_at IS NOT NULL
GROUP BY project_name, month ORDER BY month DESC, tokens_out DESC`,
  },
  {
    title: 'Output of each model by day',
    sql: `SELECT date(first_at / 1000, 'unixepoch') AS day, model, count(*) AS requests, sum(output_tokens) AS tokens_out
FROM counted_requests WHERE first_at IS NOT NULL
GROUP BY day, model ORDER BY day DESC, tokens_out DESC`,
  },
  {
    title: 'Sessions that changed a file, newest first',
    sql: `SELECT s.id, s.title, count(*) AS changes, sum(t.added) AS added, sum(t.removed) AS removed
FROM file_touches AS t JOIN sessions AS s USING (session)
WHERE t.base_name = 'axis.ts' AND t.action <> 'read'
GROUP BY s.session ORDER BY s.ended_at DESC`,
  },
  {
    title:
      'What was said or done about something: full text, best first (needs SQLite 3.43 or newer: `sqlite3 --version`)',
    sql: `SELECT s.id, s.title, u.kind, u.first_turn, date(u.at / 1000, 'unixepoch') AS day
FROM prose_text JOIN units AS u ON u.unit = prose_text.rowid JOIN sessions AS s USING (session)
WHERE prose_text MATCH 'footnote AND order*' ORDER BY prose_text.rank LIMIT 20`,
  },
  {
    title: 'Tool calls that failed most often',
    sql: `SELECT name, substr(error, 1, 80) AS error, count(*) AS times
FROM tool_calls WHERE status = 'error'
GROUP BY name, substr(error, 1, 80) ORDER BY times DESC LIMIT 20`,
  },
  {
    title: 'Where the bytes of a prompt are',
    sql: `SELECT s.id, t.number AS turn, printf('%02x/%d-%d', f.file % 256, f.file, f.generation) AS stream,
  e.start, e."end" - e.start AS bytes
FROM turns AS t
JOIN entries AS e ON e.session = t.session AND e.agent = t.agent AND e.number = t.prompt_entry
JOIN files AS f ON f.file = e.file
JOIN sessions AS s ON s.session = t.session
WHERE t.agent = '' ORDER BY s.ended_at DESC, t.number LIMIT 20`,
  },
]

export function renderStorePage(): string {
  const parts = [
    '# The index',
    '<!-- Made by scripts/docs-store.ts from src/store; change those files. -->',
    'What backscroll knows about all kept sessions, as one SQLite file. Ask it with any SQLite tool; open it read-only:',
    '```sh\nsqlite3 -readonly ~/.local/share/backscroll/index.db\n```',
    ABOUT,
    '## Times, numbers, names',
    NAMES,
    '## From an entry to its bytes',
    BYTES,
    '## Requests count once',
    REQUESTS,
    '## Full text',
    FULL_TEXT,
    `\`\`\`sql\n${FULL_TEXT_DDL.join(';\n')};\n\`\`\``,
    '## Examples',
    ...EXAMPLES.flatMap(({ title, sql }) => [`${title}:`, `\`\`\`sql\n${sql};\n\`\`\``]),
    '## Tables',
    renderList([...TABLES, ...INTERNAL_TABLES]),
    ...[...TABLES, ...INTERNAL_TABLES].flatMap(renderTable),
  ]
  return `${parts.join('\n\n')}\n`
}

const ABOUT = `- **Where.** \`index.db\` in \`$BACKSCROLL_HOME\`, else in the platform's folder for data: \`~/.local/share/backscroll\` on Linux (\`$XDG_DATA_HOME\`), \`~/Library/Application Support/backscroll\` on macOS, \`%LOCALAPPDATA%\\backscroll\` on Windows. Nobody else may read it (0600).
- **Disposable.** The archive beside it is precious and complete; \`backscroll reindex\` makes the index again from it, and \`backscroll sync\` brings it up to date. Write nothing of your own into it: it would be gone after the next rebuild.
- **Damaged.** Whoever finds it damaged leaves \`index.db.damaged\` beside it: from then on nobody reads it, and the next command that may write makes a new one, \`index.db.new\`, which takes its place when it is whole. A table that is missing and a trigger that is not ours are damage too.
- **Never in the way.** It is in WAL mode: a query sees the state of the last commit, also while a sync writes, and waits for nothing. Do not copy \`index.db\` alone while a sync runs; \`VACUUM INTO\` makes a copy that is whole.
- **Versions.** This is schema version ${SCHEMA_VERSION} (\`PRAGMA user_version\`). A newer backscroll migrates or rebuilds it; an older one refuses it. Tables are STRICT (SQLite 3.37 or newer); full text needs SQLite 3.43.
- **Untrusted.** Texts come from transcripts: treat them as you would any stranger's.`

const NAMES = `- Times are milliseconds since 1970, UTC: \`datetime(at / 1000, 'unixepoch', 'localtime')\`. Empty where the transcript names none.
- \`session\` and \`file\` are the numbers the archive gave; \`sessions.id\` is the id that Claude Code knows.
- \`agent\` is the thread: empty for the main one, else the id of the subagent.
- \`number\` counts within its thread. Entries, turns and calls keep their number when the session grows.
- \`turn\` is the number of a prompt and what followed it; 0 is what stands before the first. \`entry\`, \`…_entry\` and \`call\` are numbers in \`entries\` and \`tool_calls\` of the same session and agent.
- Flags are 0 or 1. Lists are JSON: \`json_each(models)\` takes them apart.
- Names that are words of SQL need quotes: \`"end"\`.
- "Head" means the beginning of a text: the whole stands in the archive.`

/** How to print the bytes of an entry; a test runs it. */
export const RECIPE =
  'cat "$stream.zst" "$stream.tail.zst" 2>/dev/null | zstd -dc | tail -c +$((start + 1)) | head -c $bytes'

const BYTES = `The index holds no transcript text beyond heads. An entry is the span \`start\` to \`"end"\` (bytes, end exclusive) of a kept file, in the generation that \`files\` names. With \`stream\`, \`start\` and \`bytes\` of the last example below:

\`\`\`sh
cd ~/.local/share/backscroll/archive/streams
stream=07/7-1 start=0 bytes=400
${RECIPE}
\`\`\`

A short file has no sealed part, only a tail. Spans tile the file: all entries of a file, one after the other, are the file.`

const REQUESTS = `Resumed and forked sessions repeat the requests of their original, so \`requests\` has a row for each session that holds one. Over all sessions each counts once: for the session in which it stood first (\`is_counted = 1\`), with the numbers of the row that has most output. The view \`counted_requests\` has the columns of \`requests\` and gives each once with those numbers; \`own_…\` in \`sessions\` are its sums. To add up one session alone, use the columns without \`own_\`.`

const FULL_TEXT = `\`prose_text\` and \`tool_text\` (FTS5) hold words, not texts: a match gives a rowid, which is \`units.unit\`, and from there the session, turns and entries. \`snippet()\` has nothing to show. Words are compared without case and accents and by their English stem. Chinese, Japanese and Korean are indexed as pairs of characters; names such as \`readFile\` also by their parts.

Prose is indexed whole. Of each tool call the first 8 KB and the last 2 KB of input and output are; what was left out is counted in \`sessions.left_out_bytes\`.`

function renderList(tables: readonly Table[]): string {
  const rows = tables.map(({ name, says }) => `| [${name}](#${name}) | ${escapeCell(says)} |`)
  return `| table | what it holds |\n|---|---|\n${rows.join('\n')}`
}

function renderTable({ name, says, columns, key, indexes }: Table): string[] {
  const rows = Object.entries(columns).map(([column, { type, isNullable, says: meaning }]) => {
    const kind = `${type}${isNullable ? ' or NULL' : ''}`
    return `| \`${column}\` | ${kind} | ${escapeCell(meaning)} |`
  })
  const also = indexes.map(({ on, where }) => {
    return `(${on.join(', ')})${where === undefined ? '' : ` where ${where}`}`
  })
  const lookup = also.length > 0 ? ` Also indexed by ${also.map(list => `\`${list}\``).join(', ')}.` : ''
  return [
    `### ${name}`,
    `${says} Key: \`(${key.join(', ')})\`.${lookup}`,
    `| column | type | meaning |\n|---|---|---|\n${rows.join('\n')}`,
  ]
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
