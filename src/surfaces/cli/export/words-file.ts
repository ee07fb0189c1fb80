import { statSync } from 'node:fs'
import { decodeUtf8, viewBytes } from '../../../format/bytes.ts'
import { refuseWord } from '../../../share/refuse-word.ts'
import { readBytes } from '../../../source/read-chunks.ts'
import { formatBytes } from '../../../text/count.ts'
import { shorten } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'

const MAX_BYTES = 1024 * 1024
const HINT = 'Write a text file with one word or phrase a line; lines that begin with # are left out.'

/** The words of `--redact-words`: one word or phrase a line, `#` begins a comment. */
export function readWordsFile(path: string): readonly string[] {
  const words = new Set<string>()
  for (const [at, line] of readText(path)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const word = line.trim()
    if (word === '' || word.startsWith('#')) continue
    const why = refuseWord(word)
    if (why !== undefined) throw refuse(`line ${at + 1} of ${path}: ${why}`, 'Take the line out, or make it longer.')
    words.add(word)
  }
  if (words.size === 0) throw refuse(`${path} holds no words`, HINT)
  return [...words]
}

function readText(path: string): string {
  const stat = statOf(path)
  if (!stat.isFile()) throw refuse(`${path} is not a file`, HINT)
  if (stat.size > MAX_BYTES) {
    throw refuse(
      `${path} is too large for a list of words: ${formatBytes(stat.size)}`,
      `${formatBytes(MAX_BYTES)} is the most.`,
    )
  }
  const bytes = readBytes(path, 0, stat.size)
  if (!bytes) throw refuse(`${path} cannot be read`, 'Check that it is a file you may read.')
  const text = decodeUtf8(viewBytes(bytes))
  if (/[\0\ufffd]/.test(text)) throw refuse(`${path} is not a text file in UTF-8`, HINT)
  return text.replace(/^\ufeff/, '')
}

function statOf(path: string) {
  try {
    return statSync(path)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    const why = code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be read (${code})`
    throw refuse(`${path} ${why}`, 'Check the name after --redact-words.', cause)
  }
}

function refuse(message: string, hint: string, cause?: unknown): UserError {
  return new UserError({ code: 'bad-words-file', message: shorten(message, 300), hint, cause })
}
