export const CHART_TONES = ['accent', 'second', 'third', 'fourth', 'fifth', 'muted', 'good', 'bad'] as const

export type ChartTone = (typeof CHART_TONES)[number]

/** Properties of the theme; the colours of programs are made to be told apart on both backgrounds. */
const PROPERTIES: { readonly [Tone in ChartTone]: string } = {
  accent: '--accent',
  second: '--ansi-3',
  third: '--ansi-5',
  fourth: '--ansi-6',
  fifth: '--ansi-2',
  muted: '--muted',
  good: '--good',
  bad: '--bad',
}

/** Where a series has no tone of its own. */
const IN_TURN: readonly ChartTone[] = ['accent', 'second', 'third', 'fourth', 'fifth']

export function toneAt(position: number): ChartTone {
  return IN_TURN[position % IN_TURN.length] as ChartTone
}

export function toneProperty(tone: ChartTone): string {
  return `var(${PROPERTIES[tone]})`
}

export interface ChartColors {
  of(tone: ChartTone): string
  readonly line: string
  readonly words: string
}

/** The colours of the theme as a canvas wants them: `light-dark()` is settled by an element, not by a property. */
export function readColors(element: HTMLElement): ChartColors {
  const probe = document.createElement('span')
  probe.hidden = true
  element.append(probe)
  const read = (value: string): string => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const tones = new Map(CHART_TONES.map(tone => [tone, read(toneProperty(tone))]))
  const line = read('var(--line)')
  const words = read('var(--muted)')
  probe.remove()
  return { of: tone => tones.get(tone) ?? words, line, words }
}

/** Calls back when the system or the switch of the page changes the theme. */
export function onThemeChange(run: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', run)
  const watcher = new MutationObserver(run)
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', run)
    watcher.disconnect()
  }
}
