/**
 * `npm run test:client -- VERSION…`: the real client from npm against a scripted API, in a network namespace without a
 * way out. See docs/client-testing.md.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installClient } from './install-client.ts'
import { findObstacle } from './require-machine.ts'

const STOPPED = 130
const NEWEST = '2.1.327'
const NAMESPACES = ['--net', '--pid', '--mount', '--fork', '--kill-child', '--mount-proc']
/** Resolvers that are asked through a socket on disk answer in any namespace: they are covered by empty folders. */
const PREPARE = `
ip link set lo up
for folder in /run/nscd /run/systemd/resolve; do [ ! -d $folder ] || mount -t tmpfs none $folder; done
"$@"
exit $?`

process.exit(await main())

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' }, keep: { type: 'boolean', default: false } },
  })
  const obstacle = findObstacle({
    platform: process.platform,
    userId: process.getuid?.(),
    path: process.env.PATH ?? '',
  })
  if (obstacle !== undefined) {
    console.error(obstacle)
    return 2
  }
  const cache =
    process.env.CLIENT_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'backscroll-client')
  const versions = positionals.length > 0 ? positionals : [NEWEST]
  const odd = versions.find(version => !/^\d+\.\d+\.\d+$/.test(version))
  if (odd !== undefined) {
    console.error(`${odd} is no version of the client: name one such as ${NEWEST}.`)
    return 2
  }
  let worst = 0
  for (const version of versions) {
    const client = installClient(version, cache)
    if (!client) {
      console.error(`npm did not install the client ${version}: see above, and run the command again.`)
      return 2
    }
    const data = mkdtempSync(join(tmpdir(), `backscroll-client-${version}-`))
    console.log(`Claude Code ${version}`)
    const code = await runInside([data, version, values.only, ...client])
    if (code === 0 && !values.keep) rmSync(data, { recursive: true, force: true })
    else console.log(`What it wrote is in ${data}`)
    if (code === STOPPED) return STOPPED
    worst = Math.max(worst, code)
  }
  return worst
}

function runInside(args: readonly string[]): Promise<number> {
  const inside = fileURLToPath(new URL('./inside.ts', import.meta.url))
  const shell = ['bash', '-c', PREPARE, 'bash']
  const child = spawn('unshare', [...NAMESPACES, ...shell, process.execPath, inside, ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  // unshare passes no other signal on, and takes all that runs inside with it.
  const stop = (): void => {
    child.kill('SIGKILL')
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve(code ?? STOPPED))
  })
}
