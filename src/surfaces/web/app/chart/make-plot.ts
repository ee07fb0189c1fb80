import type uPlot from 'uplot'
import { type ChartColors, toneAt } from './chart-colors.ts'
import { type ChartProps, stackValues } from './chart-parts.ts'
import { nameSteps } from './name-steps.ts'

export interface PlotWorld {
  readonly element: HTMLElement
  readonly width: number
  readonly height: number
  /** As they are now: asked for at each drawing. */
  colors(): ChartColors
  /** The position under the pointer; undefined: it left. */
  onCursor(index: number | undefined): void
}

const DASHES: readonly (readonly number[] | undefined)[] = [undefined, [5, 3], [2, 3]]

/** Lines differ in more than their colour. */
export function dashOf(position: number): readonly number[] | undefined {
  return DASHES[position % DASHES.length]
}

/** The data in the order in which uPlot draws them: of stacked bars the whole first. */
export function plotData({ kind, xs, series }: ChartProps): uPlot.AlignedData {
  const values = kind === 'bars' ? stackValues(series).toReversed() : series.map(each => each.values)
  return [[...xs], ...values.map(list => [...list])]
}

/** Draws with uPlot. Everything a drawing depends on is asked for when it is drawn, but for the number of series. */
export function makePlot(Plot: typeof uPlot, props: () => ChartProps, world: PlotWorld): uPlot {
  const { colors } = world
  const { kind } = props()
  const font = `11px ${getComputedStyle(world.element).fontFamily}`
  const axis = { stroke: () => colors().words, font, ticks: { show: false } }
  const grid = { stroke: () => colors().line, width: 1 }
  const options: uPlot.Options = {
    width: world.width,
    height: world.height,
    // Room for half of the last name below.
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: kind === 'line', size: 7 } },
    scales: { x: { time: false, ...(kind === 'bars' ? { range: barRange } : {}) }, y: { range: fromZero } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        space: 72,
        incrs: WHOLE_STEPS,
        values: (_, splits) => nameTicks(props(), splits),
      },
      {
        ...axis,
        grid,
        size: 52,
        space: 26,
        values: (_, splits) => [...nameSteps(splits, props().formatY)],
      },
    ],
    series: [{}, ...listSeries(Plot, props(), colors)],
    hooks: {
      draw: [plot => drawMarks(plot, props(), colors())],
      setCursor: [plot => world.onCursor(plot.cursor.idx ?? undefined)],
    },
  }
  return new Plot(options, plotData(props()), world.element)
}

/** Turns, days and other things that are counted have no halves. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

/** A name that stands there already is not said again. */
function nameTicks({ kind, xs, formatX, formatTick = formatX }: ChartProps, ticks: readonly number[]): string[] {
  const names = ticks.map(x => (kind === 'bars' && !xs.includes(x) ? '' : formatTick(x)))
  return names.map((name, at) => (name === names[at - 1] ? '' : name))
}

/** Half a bar more on both sides. */
function barRange(_: uPlot, min: number, max: number): uPlot.Range.MinMax {
  return [min - 0.5, max + 0.5]
}

function fromZero(_: uPlot, __: number, max: number): uPlot.Range.MinMax {
  return [0, max > 0 ? max * 1.05 : 1]
}

function listSeries(Plot: typeof uPlot, { kind, series }: ChartProps, colors: () => ChartColors): uPlot.Series[] {
  const list = series.map((each, at): uPlot.Series => {
    const tone = each.tone ?? toneAt(at)
    const color = (): string => colors().of(tone)
    if (kind === 'bars') {
      const paths = Plot.paths.bars?.({ size: [0.72, 48], gap: 1 })
      return { stroke: color, fill: color, width: 0, points: { show: false }, ...(paths ? { paths } : {}) }
    }
    const paths = each.isStepped ? Plot.paths.stepped?.({ align: 1 }) : undefined
    const dash = dashOf(at)
    return {
      stroke: color,
      width: 1.5,
      points: { show: each.values.length === 1, size: 6, fill: color },
      ...(each.isFilled ? { fill: () => withAlpha(color()) } : {}),
      ...(dash ? { dash: [...dash] } : {}),
      ...(paths ? { paths } : {}),
    }
  })
  return kind === 'bars' ? list.reverse() : list
}

function withAlpha(color: string): string {
  return color.replace(/^rgb\((.+)\)$/, 'rgba($1, 0.12)')
}

function drawMarks(plot: uPlot, { marks = [] }: ChartProps, colors: ChartColors): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = colors.words
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
  for (const { x } of marks) {
    const left = Math.round(plot.valToPos(x, 'x', true))
    if (left < bbox.left || left > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(left, bbox.top)
    ctx.lineTo(left, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
