import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a build is made of, as one text: any change to it means building again. */
export function hashSources(folder) {
  const sources = listFiles(folder, 'src').filter(path => !path.endsWith('.test.ts'))
  const rest = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/build.js',
    'scripts/build-page.js',
  ]
  return hashFiles(folder, sources.concat(rest))
}

export function hashFiles(folder, paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(folder, path)))
      .update('\0')
  return hash.digest('hex')
}

function listFiles(folder, path) {
  const found = []
  for (const name of readdirSync(join(folder, path)).sort()) {
    const inner = `${path}/${name}`
    if (statSync(join(folder, inner)).isDirectory()) found.push(...listFiles(folder, inner))
    else found.push(inner)
  }
  return found
}
