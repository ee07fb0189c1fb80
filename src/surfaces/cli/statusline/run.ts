import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { isTerminal, readClientInput, STDERR, STDOUT, writeAll } from '../client-io.ts'
import { readLineWords } from './line-words.ts'
import { printStatusLine } from './print-status-line.ts'

/**
 * The status line for the real process: always ends well, and says nothing on stderr to a client. False where it was not
 * asked for.
 */
export function runStatusLine(): boolean {
  const words = readLineWords(process.argv.slice(2))
  if (!words) return false
  try {
    printStatusLine(
      {
        env: process.env,
        platform: process.platform,
        home: homedir(),
        get cwd() {
          return process.cwd()
        },
        executable: [process.execPath, ...process.execArgv, resolve(process.argv[1] ?? '')],
        now: Date.now,
      },
      { ...words, input: readClientInput(MAX_INPUT_BYTES).text, write: line => writeAll(STDOUT, line) },
    )
    if (words.unknown !== undefined) sayIgnored(words.unknown)
  } catch {
    // A machine without a home folder, and whatever nobody thought of: the client goes on as if nothing was.
  }
  return true
}

const MAX_WORD = 100
const MAX_INPUT_BYTES = 4 * 1024 * 1024

/** To somebody who tries it out; the client gives no terminal. */
function sayIgnored(word: string): void {
  if (!isTerminal(STDERR)) return
  const shown = sanitizeLine(word.slice(0, MAX_WORD))
  writeAll(STDERR, `backscroll: "${shown}" means nothing to statusline; see \`backscroll help statusline\`.\n`)
}
