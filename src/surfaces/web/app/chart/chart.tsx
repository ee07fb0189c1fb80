/** The only door to uPlot: it is loaded when the first chart is shown, and knows nothing of sessions. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type uPlot from 'uplot'
import { SLIDER_KEYS } from '../components/slider-keys.ts'
import { onThemeChange, readColors, toneAt, toneProperty } from './chart-colors.ts'
import type { ChartProps } from './chart-parts.ts'
import { dashOf, makePlot, plotData } from './make-plot.ts'

export type { ChartMark, ChartProps, ChartSeries } from './chart-parts.ts'

const HEIGHT = 160

export function Chart(props: ChartProps) {
  const { height = HEIGHT, label, xs, onPick } = props
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const plot = useRef<uPlot | undefined>(undefined)
  const [at, setAt] = useState<number | undefined>(undefined)
  const shape = shapeOf(props)

  // Another shape is another plot.
  useEffect(() => {
    const place = element.current
    return place ? startPlot(place, { props: () => latest.current, height, plot, onCursor: setAt }) : undefined
  }, [shape, height])

  useEffect(() => {
    plot.current?.setData(plotData(latest.current))
  }, [props.xs, props.series, props.marks])

  const move = (event: KeyboardEvent): void => {
    const to = SLIDER_KEYS[event.key]?.(at ?? xs.length - 1, xs.length)
    if (to !== undefined) {
      event.preventDefault()
      moveCursor(plot.current, to)
      setAt(to)
    } else if (event.key === 'Enter' && at !== undefined) onPick?.(at)
  }
  // A chart that can be clicked is a slider over its places: arrows move, Enter goes there.
  const control = onPick
    ? ({
        role: 'slider',
        'aria-label': label,
        tabIndex: 0,
        'aria-valuemin': 0,
        'aria-valuemax': Math.max(0, xs.length - 1),
        'aria-valuenow': at ?? Math.max(0, xs.length - 1),
        'aria-valuetext': wordsAt(props, at ?? xs.length - 1),
        onKeyDown: move,
        onClick: () => at !== undefined && onPick(at),
      } as const)
    : ({ role: 'img', 'aria-label': label } as const)
  return (
    <div class="chart">
      <ChartWords {...props} at={at} />
      <div
        ref={element}
        class={onPick ? 'chart-plot is-pickable' : 'chart-plot'}
        style={{ height: `${height}px` }}
        {...control}
      />
    </div>
  )
}

/** What the colours mean, and the numbers under the pointer. */
function ChartWords({ series, kind, xs, formatX, formatY, at }: ChartProps & { readonly at: number | undefined }) {
  const x = at === undefined ? undefined : xs[at]
  return (
    <ul class="chart-words" aria-hidden="true">
      {series.map(({ label, tone, values, formatY: ownFormat = formatY }, position) => {
        const value = at === undefined ? undefined : values[at]
        const isDashed = kind === 'line' && dashOf(position) !== undefined
        return (
          <li key={label}>
            <span
              class={isDashed ? 'chart-swatch is-dashed' : 'chart-swatch'}
              style={{ color: toneProperty(tone ?? toneAt(position)) }}
            />
            {label}
            {typeof value === 'number' ? <b> {ownFormat(value)}</b> : null}
          </li>
        )
      })}
      {x === undefined ? null : <li class="chart-x">{formatX(x)}</li>}
    </ul>
  )
}

function wordsAt({ series, xs, formatX, formatY }: ChartProps, at: number): string {
  const x = xs[at]
  if (x === undefined) return 'nothing'
  const values = series.flatMap(({ label, values: list, formatY: ownFormat = formatY }) => {
    const value = list[at]
    return typeof value === 'number' ? [`${label} ${ownFormat(value)}`] : []
  })
  return [formatX(x), ...values].join(', ')
}

/** What cannot be changed in a plot that is there. */
function shapeOf({ kind, series }: ChartProps): string {
  return [kind, ...series.map(each => `${each.label} ${each.tone} ${each.isFilled} ${each.isStepped}`)].join('\n')
}

function moveCursor(plot: uPlot | undefined, at: number): void {
  const x = plot?.data[0][at]
  if (plot && x !== undefined) plot.setCursor({ left: plot.valToPos(x, 'x'), top: 0 })
}

interface Start {
  readonly props: () => ChartProps
  readonly height: number
  readonly plot: { current: uPlot | undefined }
  onCursor(index: number | undefined): void
}

/** Loads uPlot, draws, follows size and theme; returns what ends it. */
function startPlot(element: HTMLElement, { props, height, plot, onCursor }: Start): () => void {
  const ends: (() => void)[] = []
  let isOver = false
  let colors = readColors(element)
  import('uplot').then(({ default: Plot }) => {
    if (isOver) return
    const width = Math.max(1, element.clientWidth)
    const made = makePlot(Plot, props, { element, width, height, colors: () => colors, onCursor })
    plot.current = made
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== made.width) {
        made.setSize({ width: element.clientWidth, height })
      }
    })
    sizes.observe(element)
    ends.push(
      () => sizes.disconnect(),
      onThemeChange(() => {
        colors = readColors(element)
        made.redraw(false, true)
      }),
      () => made.destroy(),
    )
  })
  return () => {
    isOver = true
    plot.current = undefined
    for (const end of ends) end()
  }
}
