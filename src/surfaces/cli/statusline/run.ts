import { fstatSync, readSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { sanitizeLine } from '../../../text/sanitize.ts'
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
        executable: [process.execPath, ...process.execArgv, resolve(process.argv[1] ?? '')],
        now: Date.now,
      },
      { ...words, input: readInput(), write: line => writeAll(STDOUT, line) },
    )
    if (words.unknown !== undefined) sayIgnored(words.unknown)
  } catch {
    // A machine without a home folder, and whatever nobody thought of: the client goes on as if nothing was.
  }
  return true
}

const STDIN = 0
const STDOUT = 1
const STDERR = 2
const MAX_WORD = 100
const MAX_INPUT_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024
const MAX_WAIT_MS = 1000

/**
 * What the client wrote, read without a stream, which takes milliseconds to set up. A terminal is not waited for: somebody
 * wants to see what the line looks like.
 */
function readInput(): string {
  const chunks: Buffer[] = []
  try {
    if (fstatSync(STDIN).isCharacterDevice()) return ''
    const buffer = Buffer.alloc(CHUNK_BYTES)
    for (let size = 0; size <= MAX_INPUT_BYTES; ) {
      const count = patiently(() => readSync(STDIN, buffer, 0, buffer.length, null))
      if (count === 0) break
      chunks.push(Buffer.from(buffer.subarray(0, count)))
      size += count
    }
  } catch {
    // What came so far has to do.
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** To somebody who tries it out; the client gives no terminal. */
function sayIgnored(word: string): void {
  if (!fstatSync(STDERR).isCharacterDevice()) return
  const shown = sanitizeLine(word.slice(0, MAX_WORD))
  writeAll(STDERR, `backscroll: "${shown}" means nothing to statusline; see \`backscroll help statusline\`.\n`)
}

function writeAll(output: number, line: string): void {
  const bytes = Buffer.from(line)
  for (let written = 0; written < bytes.length; ) {
    const from = written
    written += patiently(() => writeSync(output, bytes, from))
  }
}

/** A pipe that was set not to block says `EAGAIN` where another would wait. */
function patiently(act: () => number): number {
  for (let waitedMs = 0; ; waitedMs++) {
    try {
      return act()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // So Windows says the end of a pipe.
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN' || waitedMs >= MAX_WAIT_MS) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
