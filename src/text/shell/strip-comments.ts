import { LineReader } from './line-reader.ts'

/** A command as it was typed, line ends and all, without its comments; as it is where there is nothing else. */
export function stripComments(command: string): string {
  if (!command.includes('#')) return command
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
