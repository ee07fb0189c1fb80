import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built program: what a person runs, not the sources. */
export const BIN = fileURLToPath(new URL('../dist/bin/backscroll.js', import.meta.url))

export function requireBin(): void {
  if (!existsSync(BIN)) throw new Error('dist/bin/backscroll.js is missing: run `npm run build` first')
}
