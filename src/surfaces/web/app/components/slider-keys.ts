/** Where a key leads on a row of so many points: as on any slider. */
export const SLIDER_KEYS: { readonly [key: string]: (at: number, count: number) => number } = {
  ArrowRight: (at, count) => Math.min(count - 1, at + 1),
  ArrowUp: (at, count) => Math.min(count - 1, at + 1),
  ArrowLeft: at => Math.max(0, at - 1),
  ArrowDown: at => Math.max(0, at - 1),
  PageUp: (at, count) => Math.min(count - 1, at + 10),
  PageDown: at => Math.max(0, at - 10),
  Home: () => 0,
  End: (_, count) => count - 1,
}
