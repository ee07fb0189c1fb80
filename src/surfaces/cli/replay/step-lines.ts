import type { StepLines } from './film.ts'

/** Lines as they are drawn, one after the other. */
export function createStepLines(source: Iterable<string>): StepLines {
  const walk = source[Symbol.iterator]()
  const lines: string[] = []
  let isWhole = false
  const drawUpTo = (line: number): void => {
    while (!isWhole && lines.length <= line) {
      const { value, done } = walk.next()
      if (done) isWhole = true
      else lines.push(value)
    }
  }
  return {
    has(line) {
      drawUpTo(line)
      return line < lines.length
    },
    slice(from, to) {
      drawUpTo(to)
      return lines.slice(from, to)
    },
    get count() {
      return isWhole ? lines.length : undefined
    },
  }
}
