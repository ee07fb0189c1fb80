import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Demo {
  /** A config folder of its own, as `--root` takes it. */
  readonly root: string
  readonly keepDir: string
  readonly notice: string
  remove(): void
}

/**
 * The demo set, copied into a temporary home and moved in time: its newest moment becomes some minutes ago, so that ages
 * and the dates of deletion look like those of a machine in use.
 */
export function openDemo(host: { readonly packageDir: string; readonly temporaryDir: string; now(): number }): Demo {
  const home = mkdtempSync(join(host.temporaryDir, 'backscroll-demo-'))
  const root = join(home, '.claude')
  cpSync(join(host.packageDir, 'demo', 'claude'), root, { recursive: true })
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => join(file.parentPath, file.name))
  moveInTime(files, host.now())
  return {
    root,
    keepDir: join(home, '.backscroll'),
    notice: 'This is the demo set, in a temporary home: none of it is yours.',
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

const NEWEST_AGE_MS = 12 * 60_000
const TIMESTAMP = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z\b/g

function moveInTime(paths: readonly string[], now: number): void {
  const texts = paths.map(path => ({ path, text: readFileSync(path, 'utf8') }))
  const newest = Math.max(...texts.map(({ text }) => lastMoment(text)))
  const shift = now - NEWEST_AGE_MS - newest
  for (const { path, text } of texts) {
    const moved = text.replace(TIMESTAMP, found => new Date(Date.parse(found) + shift).toISOString())
    writeFileSync(path, moved)
    const written = lastMoment(moved)
    if (written > 0) utimesSync(path, written / 1000, written / 1000)
  }
}

function lastMoment(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(TIMESTAMP), ([found]) => Date.parse(found)))
}
