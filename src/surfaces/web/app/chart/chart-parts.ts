import type { ChartTone } from './chart-colors.ts'

export interface ChartSeries {
  readonly label: string
  /** One per x; null where nothing is known. */
  readonly values: readonly (number | null)[]
  /** Its colour by what it means; one after the other where it is left out. */
  readonly tone?: ChartTone
  /** Fills the space below a line. */
  readonly isFilled?: boolean
  /** A line that goes in steps: a value holds until the next. */
  readonly isStepped?: boolean
  readonly formatY?: (value: number) => string
}

/** A vertical line. */
export interface ChartMark {
  readonly x: number
  readonly label: string
}

export interface ChartProps {
  /** Several series of bars are put on top of each other. */
  readonly kind: 'line' | 'bars'
  /** Ascending. */
  readonly xs: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly formatX: (x: number) => string
  /** The same in fewer letters, for the axis. */
  readonly formatTick?: (x: number) => string
  readonly formatY: (y: number) => string
  /** What it shows, for those who do not see it; the numbers stand in a table beside it. */
  readonly label: string
  /** In CSS pixels. */
  readonly height?: number
  readonly marks?: readonly ChartMark[]
  /** A click, or Enter where the cursor is: position in `xs`. */
  readonly onPick?: (index: number) => void
}

/** Sums from the first series on: what lies on top of what. */
export function stackValues(series: readonly ChartSeries[]): readonly (readonly (number | null)[])[] {
  const sums: number[] = []
  return series.map(({ values }) =>
    values.map((value, at) => {
      const sum = (sums[at] ?? 0) + (value ?? 0)
      sums[at] = sum
      return sum
    }),
  )
}
