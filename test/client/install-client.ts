import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = '@anthropic-ai/claude-code'

/**
 * The words that start this version of the client, which is fetched from npm unless it is in the cache; `undefined`
 * where npm has it not. Its install script is not run: newer versions come with a program for the platform in a package
 * of its own, older ones with a script for Node.
 */
export function installClient(version: string, cache: string): readonly string[] | undefined {
  const folder = join(cache, version)
  const installed = findClient(folder)
  if (installed) return installed
  process.stderr.write(`Fetching the client ${version} from npm …\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync('npm', ['install', ...options, `${PACKAGE}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return result.status === 0 ? findClient(folder) : undefined
}

function findClient(folder: string): readonly string[] | undefined {
  const scope = join(folder, 'node_modules', '@anthropic-ai')
  if (!existsSync(scope)) return undefined
  for (const name of readdirSync(scope)) {
    const program = join(scope, name, 'claude')
    if (existsSync(program)) return [program]
  }
  const script = join(scope, 'claude-code', 'cli.js')
  return existsSync(script) ? [process.execPath, script] : undefined
}
