import type { StepLines } from './film.ts'

/** The first line in which a text, in lower case, stands as one piece. Draws all of the step. */
export function findLine(lines: StepLines, wanted: string): number | undefined {
  if (wanted === '') return undefined
  for (let at = 0; lines.has(at); at++) {
    const [line = ''] = lines.slice(at, at + 1)
    if (line.replace(CODES, '').toLowerCase().includes(wanted)) return at
  }
  return undefined
}

const CODES = /\x1b\[[0-9;]*m/g

/** A drawn line with every place marked where the text stands, whatever colours it has. */
export function markFound(line: string, wanted: string): string {
  if (wanted === '') return line
  const plain = line.replace(CODES, '')
  const lower = plain.toLowerCase()
  // A few letters change their length with their case: positions would be off.
  if (lower.length !== plain.length || !lower.includes(wanted)) return line
  const isFound = new Uint8Array(plain.length + 1)
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    isFound.fill(1, at, at + wanted.length)
  }
  let out = ''
  let position = 0
  let isOn = false
  for (const [piece, code] of line.matchAll(PIECES)) {
    // A colour that begins or ends inside of the place must not end the mark.
    if (code !== undefined) out += isOn ? `${code}${ON}` : code
    else {
      for (const unit of piece) {
        if (isOn !== (isFound[position] === 1)) {
          isOn = !isOn
          out += isOn ? ON : OFF
        }
        out += unit
        position += unit.length
      }
    }
  }
  return isOn ? out + OFF : out
}

const PIECES = /(\x1b\[[0-9;]*m)|[^\x1b]+/g
const ON = '\x1b[7m'
const OFF = '\x1b[27m'
