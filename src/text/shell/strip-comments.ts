import { LineReader } from './line-reader.ts'

/**
 * A command as it was typed, line ends and all, without its comments, also those in what `bash -c` is given; as it is where
 * there is nothing else.
 */
export function stripComments(command: string): string {
  if (!command.includes('#')) return command
  return stripLine(command).replace(SCRIPT, (whole, program: string, quoted: string, plain: string) => {
    const script = quoted ?? plain
    // What is escaped for the shell outside may not be what it seems for the one inside.
    return script.includes('\\') ? whole : `${program}${whole.at(-1)}${stripLine(script).trimEnd()}${whole.at(-1)}`
  })
}

const SCRIPT = /\b((?:ba|z|da|k)?sh (?:-\w{1,8} )?-\w{0,3}c )(?:"([^"]{1,4000})"|'([^']{1,4000})')/g

function stripLine(command: string): string {
  const reader = new LineReader(command, { hasLineEnds: true, keepsComments: false })
  reader.readAll()
  let rest = ''
  let from = 0
  for (const [start, end] of reader.comments) {
    rest += command.slice(from, start)
    from = end
  }
  rest += command.slice(from)
  return rest.trim() === '' ? command : rest
}
