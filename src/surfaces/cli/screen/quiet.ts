import type { Output } from '../output.ts'

/** For what runs while the screen stands: a line on stderr would be written across it. */
export const QUIET: Output = {
  write: () => {},
  line: () => {},
  lines: () => {},
  drained: () => Promise.resolve(),
}
