/** All benches, one after another: `npm run bench`, `npm run bench -- --write`, `npm run bench -- parse model --rounds 3`. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, write: { type: 'boolean' } },
})
const flags = Object.entries(values).flatMap(([name, value]) =>
  value === true ? [`--${name}`] : [`--${name}`, String(value)],
)
const suffix = '.bench.ts'
const benches = readdirSync(folder)
  .filter(name => name.endsWith(suffix))
  .sort()
const chosen =
  positionals.length === 0 ? benches : benches.filter(name => positionals.includes(name.slice(0, -suffix.length)))
let failures = 0
for (const name of chosen) {
  const { status } = spawnSync(process.execPath, [join(folder, name), ...flags], { stdio: 'inherit' })
  if (status !== 0) failures++
}
if (chosen.length === 0) console.error(`no such bench; there are ${benches.join(', ')}`)
process.exitCode = failures > 0 || chosen.length === 0 ? 2 : 0
