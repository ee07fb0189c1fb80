import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built program: what a person runs, not the sources. Another build can be named to compare with it. */
export const BIN = process.env.BENCH_BIN ?? fileURLToPath(new URL('../dist/bin/backscroll.js', import.meta.url))

export function requireBin(): void {
  if (!existsSync(BIN)) throw new Error(`${BIN} is missing: run \`npm run build\` first`)
}
