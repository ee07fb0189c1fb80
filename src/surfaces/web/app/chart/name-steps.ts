import { formatInteger } from '../../../../text/count.ts'

/** Words for the steps of an axis. Where two of them would read the same, all get as many digits as tell them apart. */
export function nameSteps(steps: readonly number[], format: (value: number) => string): readonly string[] {
  const words = steps.map(format)
  if (new Set(words).size === words.length) return words
  const unit = words.some(word => word.startsWith('$')) ? '$' : ''
  const digits = DIGITS.find(count => steps.every(step => isExact(step, count))) ?? DIGITS.length
  return steps.map(step => unit + (digits === 0 ? formatInteger(step) : step.toFixed(Math.max(digits, 2))))
}

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8]

function isExact(step: number, digits: number): boolean {
  const scaled = step * 10 ** digits
  return Math.abs(scaled - Math.round(scaled)) < 1e-6
}
