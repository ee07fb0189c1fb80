// `node scripts/chat-stems.ts`: makes src/query/recall/chat-stems.ts. Every prompt hook needs the stems, and working them
// out of the words took 15 ms of a new process.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CHAT_WORDS, OTHER_STOP_WORDS, TRADE_WORDS } from '../src/query/recall/chat-words.ts'
import { stemOf } from '../src/query/search/stems.ts'
import { STOP_WORDS } from '../src/query/search/terms.ts'

export function drawChatStems(): string {
  return `// Made by scripts/chat-stems.ts from chat-words.ts and the stop words of search: change those, and run it.
${drawSet('CHAT_STEMS', [...CHAT_WORDS, ...OTHER_STOP_WORDS, ...STOP_WORDS])}
${drawSet('TRADE_STEMS', TRADE_WORDS)}`
}

function drawSet(name: string, words: readonly string[]): string {
  const stems = [...new Set(words.map(stemOf))].sort()
  const lines: string[] = []
  for (const stem of stems) {
    const last = lines.at(-1)
    if (last === undefined || last.length + stem.length > 115) lines.push(stem)
    else lines[lines.length - 1] = `${last} ${stem}`
  }
  return `export const ${name}: ReadonlySet<string> = new Set(
  \`${lines.join('\n  ')}\`.split(/\\s+/),
)
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../src/query/recall/chat-stems.ts', import.meta.url), drawChatStems())
}
