/** A bar of so many columns, to an eighth of one: `███▌`. What is not nothing is seen. */
export function formatBar(value: number, largest: number, columns: number): string {
  if (!(value > 0 && largest > 0)) return ''
  const eighths = Math.max(1, Math.round(Math.min(1, value / largest) * columns * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** One character for each value: `▁▃█·▂`; a dot for nothing. */
export function formatSparkline(values: readonly number[]): string {
  const largest = Math.max(0, ...values)
  return values.map(value => (value > 0 ? LEVELS[Math.min(7, Math.floor((value / largest) * 8))] : NOTHING)).join('')
}

const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const NOTHING = '·'
