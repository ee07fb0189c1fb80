import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '../scripts/build-page.js'
import { PAGE_ROUTES } from '../src/surfaces/web/page-routes.ts'
import { ENTRY, runCli } from './cli-runner.ts'
import { makeKeepHome, makeProgram } from './keep-home.ts'
import { makeTree } from './temp-tree.ts'
import { ask } from './web-socket.ts'

/** A `backscroll open` that runs. */
interface Opened {
  readonly child: ChildProcess
  readonly first: string
  out(): string
  err(): string
  /** Sends a signal and gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** Resolves with the first line on stdout. */
function open(args: readonly string[], options: { home: string; env?: { [name: string]: string } }): Promise<Opened> {
  const env = { PATH: process.env.PATH ?? '', HOME: options.home, TMPDIR: makeTree({}), TZ: 'UTC', ...options.env }
  const child = spawn(process.execPath, [ENTRY, ...args], { env, cwd: options.home })
  running.push(child)
  let [out, err] = ['', '']
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  child.stderr.on('data', data => (err += data))
  return new Promise((resolve, reject) => {
    ended.then(code => reject(new Error(`ended with ${code}: ${err}`)))
    child.stdout.on('data', data => {
      out += data
      if (!out.includes('\n')) return
      const end = (signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> => {
        child.kill(signal)
        return ended
      }
      resolve({ child, first: out.split('\n', 1)[0] ?? '', out: () => out, err: () => err, end })
    })
  })
}

const ADDRESS = /^http:\/\/127\.0\.0\.1:(\d+)\/#code=([\w.-]{50,80})$/

/** What the page does with the address: the key of a browser. A connection of before may have ended while a command ran. */
async function enter(address: string): Promise<{ readonly status: number; readonly key: string }> {
  const { host, port, hash } = new URL(address)
  const body = JSON.stringify({ code: hash.replace('#code=', '') })
  const lines = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${body.length}`]
  const answer = await ask(Number(port), ['POST /api/v1/key HTTP/1.1', ...lines], body)
  const { key = '' } = JSON.parse(answer.body) as { key?: string }
  return { status: answer.status, key }
}

async function statusFor(address: string, key: string): Promise<number> {
  const { host, port } = new URL(address)
  const lines = ['GET /api/v1/about HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${key}`]
  return (await ask(Number(port), lines)).status
}

async function readAbout(address: string): Promise<{ isDemo: boolean; keepDir: string; commandName: string }> {
  const headers = { Authorization: `Bearer ${(await enter(address)).key}` }
  const response = await fetch(`${new URL(address).origin}/api/v1/about`, { headers })
  expect(response.status).toBe(200)
  return (await response.json()) as { isDemo: boolean; keepDir: string; commandName: string }
}

/** Any that is free now. */
async function freePort(): Promise<number> {
  const server = await occupy(0)
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

function occupy(port: number): Promise<Server> {
  return new Promise(resolve => {
    const server = createServer(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function listChildren(pid: number | undefined): readonly string[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()]))
}

/** One that has ended and that nobody has asked about is none any more. */
function isAlive(pid: string): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('backscroll open', () => {
  test('prints the address first, keeps what is new, and ends in good order with its children', async () => {
    const { home, keep } = makeKeepHome()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const opened = await open(['open', '--port', '0', '--no-browser'], { home })
      expect(opened.first).toMatch(ADDRESS)
      expect(statSync(join(keep, 'api-token')).mode & 0o777).toBe(0o600)
      expect(opened.first).not.toContain(readFileSync(join(keep, 'api-token'), 'utf8').trim())
      expect(await readAbout(opened.first)).toMatchObject({ isDemo: false, keepDir: keep, commandName: 'backscroll' })
      expect(existsSync(join(keep, 'index.db'))).toBe(true)
      const { origin } = new URL(opened.first)
      const html = await (await fetch(opened.first)).text()
      const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(html) ?? []
      expect((await fetch(origin + script)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      const children = listChildren(opened.child.pid)
      expect(children.length).toBeGreaterThan(0)
      expect(await opened.end(signal)).toBe(0)
      expect(opened.out()).toBe(`${opened.first}\n`)
      expect(opened.err()).toMatch(/^The address lets one browser in, once .*`backscroll open`.*\nCtrl-c ends it\.\n$/)
      await expect.poll(() => children.filter(isAlive), { timeout: 5000 }).toEqual([])
    }
  })
  test('has the same place each time, lets a browser in at each, and opens the one that is there already', async () => {
    const { home } = makeKeepHome()
    const port = String(await freePort())
    const browser = makeProgram('xdg-open')
    const env = { PATH: `${browser.folder}:${process.env.PATH}` }
    const first = await open(['open', '--port', port], { home, env })
    await expect.poll(() => browser.calls().length).toBe(1)
    expect(browser.calls()[0]?.at(-1)).toBe(first.first)
    const again = runCli(['open', '--port', port], { home, env })
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('#code=') })
    expect(again.out.trim()).toMatch(ADDRESS)
    expect(again.out.trim()).not.toBe(first.first)
    expect(again.err).toContain('open already')
    expect(browser.calls().map(call => call.at(-1))).toEqual([first.first, again.out.trim()])
    const { key } = await enter(first.first)
    expect([(await enter(again.out.trim())).status, (await enter(first.first)).status]).toEqual([200, 401])
    await first.end()
    const later = await open(['open', '--port', port, '--no-browser'], { home })
    expect(await statusFor(later.first, key)).toBe(200)
    await later.end()
    expect(browser.calls()).toHaveLength(2)
  })
  test('with --new-key lets nobody in who was in before, also where the page is open already', async () => {
    const { home, keep } = makeKeepHome()
    const token = (): string => readFileSync(join(keep, 'api-token'), 'utf8').trim()
    const first = await open(['open', '--port', '0', '--no-browser'], { home })
    const { port } = new URL(first.first)
    const known = [(await enter(first.first)).key, token()]
    const statuses = (): Promise<readonly number[]> => Promise.all(known.map(key => statusFor(first.first, key)))
    const unused = runCli(['open', '--port', port, '--no-browser'], { home }).out.trim()
    expect(await statuses()).toEqual([200, 200])
    const told = /Page {7}1 browser let in, by keys in .*page-keys; `backscroll open --new-key` ends that\n/
    expect(runCli(['status'], { home }).out).toMatch(told)
    const renewed = runCli(['open', '--new-key', '--port', port, '--no-browser'], { home })
    expect(renewed).toMatchObject({ code: 0, err: expect.stringContaining('no key of before opens the page any more') })
    expect(await statuses()).toEqual([401, 401])
    expect(known).not.toContain(token())
    expect((await enter(unused)).status).toBe(401)
    expect(runCli(['status'], { home }).out).not.toContain('let in')
    await readAbout(renewed.out.trim())
    await first.end()
  })
  test('says so where another program has the port, and tells it no secret', async () => {
    const { home, keep } = makeKeepHome()
    const heard: string[] = []
    const other = createServer(socket => {
      socket.on('data', data => {
        heard.push(String(data))
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"proof":"abc"}')
      })
    })
    const port = await new Promise<number>(resolve => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port))
    })
    const opened = open(['open', '--port', String(port), '--no-browser'], { home })
    await expect(opened).rejects.toThrow(/ended with 2: .*another program listens on port \d+\n.*--port/s)
    other.close()
    expect(heard).toHaveLength(1)
    expect(heard.join('')).not.toContain(readFileSync(join(keep, 'api-token'), 'utf8').trim())
  })
  test('is not fooled by a server of another home', async () => {
    const first = await open(['open', '--port', '0', '--no-browser'], { home: makeKeepHome().home })
    const { port } = new URL(first.first)
    const other = runCli(['open', '--port', port, '--no-browser'], { home: makeKeepHome().home })
    expect(other).toMatchObject({ code: 2, out: '' })
    expect(other.err).toMatch(/another program listens/)
    await first.end()
  })
  test('lets other machines in only where somebody says so, and says what that means', async () => {
    const { home } = makeKeepHome()
    const refused = runCli(['open', '--host', '0.0.0.0', '--port', '0', '--no-browser'], { home })
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toMatch(/--host 0\.0\.0\.0 would let other machines connect\nAdd --allow-remote/)
    const opened = await open(['open', '--host', '0.0.0.0', '--allow-remote', '--port', '0', '--no-browser'], { home })
    expect(opened.first).toMatch(ADDRESS)
    await expect.poll(opened.err).toMatch(/whoever has this address can read every session/)
    await readAbout(opened.first)
    await opened.end()
  })
  test('shows the demo set, and folders that somebody only looks at, without keeping any of it', async () => {
    const { home, keep } = makeKeepHome()
    const demo = await open(['open', '--demo', '--port', '0', '--no-browser', '--json'], { home })
    const { schema, url, port } = JSON.parse(demo.first)
    expect([schema, String(port)]).toEqual(['backscroll.open/1', new URL(url).port])
    expect(await readAbout(url)).toMatchObject({ isDemo: true, commandName: 'backscroll --demo' })
    await demo.end()
    const other = makeKeepHome()
    const looking = await open(['open', '--root', other.config, '--port', '0', '--no-browser'], { home })
    const about = await readAbout(looking.first)
    expect(about.keepDir).toMatch(/backscroll-look-/)
    expect(existsSync(join(about.keepDir, 'index.db'))).toBe(true)
    await looking.end()
    expect(existsSync(about.keepDir)).toBe(false)
    expect(existsSync(keep)).toBe(false)
  })
  test('leaves no copies behind when its terminal is closed, and takes away those of one that was killed', async () => {
    const { home } = makeKeepHome()
    const { config } = makeKeepHome()
    const TMPDIR = makeTree({ 'backscroll-look-999999999-old/index.db': '', 'backscroll-look-999999998-new/x': '' })
    const long = new Date(Date.now() - 2 * 3_600_000)
    const old = join(TMPDIR, 'backscroll-look-999999999-old')
    for (const path of [join(old, 'index.db'), old]) utimesSync(path, long, long)
    const looking = await open(['open', '--root', config, '--port', '0', '--no-browser'], { home, env: { TMPDIR } })
    expect(readdirSync(TMPDIR).filter(name => name.startsWith('backscroll-look-'))).toHaveLength(2)
    expect(existsSync(old)).toBe(false)
    await looking.end('SIGHUP')
    expect(readdirSync(TMPDIR).filter(name => name.startsWith('backscroll-look-'))).toEqual([
      'backscroll-look-999999998-new',
    ])
  })
  test('lets in for folders that somebody looks at as well, and with no key of the own page', async () => {
    const { home, keep } = makeKeepHome()
    const { config } = makeKeepHome()
    const own = await open(['open', '--port', '0', '--no-browser'], { home })
    const { key } = await enter(own.first)
    await own.end()
    const port = String(await freePort())
    const looking = await open(['open', '--root', config, '--port', port, '--no-browser'], { home })
    for (const known of [key, readFileSync(join(keep, 'api-token'), 'utf8').trim()]) {
      expect(await statusFor(looking.first, known)).toBe(401)
    }
    const again = runCli(['open', '--root', config, '--port', port, '--no-browser'], { home })
    expect(again.err).toContain('open already')
    await readAbout(again.out.trim())
    await readAbout(looking.first)
    await looking.end()
    expect(readdirSync(join(keep, 'page-keys'))).toHaveLength(1)
  })
  test('says what is wrong with a root, a port or a word', () => {
    const { home } = makeKeepHome()
    expect(runCli(['open', '--root', '/no/such/folder'], { home }).err).toMatch(/does not exist/)
    expect(runCli(['open', '--port', '70000'], { home }).err).toMatch(/--port cannot be "70000"/)
    expect(runCli(['open', 'words'], { home })).toMatchObject({ code: 2, out: '' })
  })
})

describe('npm start', () => {
  const start = (args: readonly string[]): readonly string[] => ['--demo-if-empty', '--or-open', ...args]
  test('opens the page, with the demo set where there is nothing else', async () => {
    const home = makeTree({})
    const opened = await open(start(['--port', '0', '--no-browser']), { home, env: { npm_lifecycle_event: 'start' } })
    expect(opened.first).toMatch(ADDRESS)
    expect(await readAbout(opened.first)).toMatchObject({ isDemo: true, commandName: 'npm start --' })
    expect(opened.err()).toMatch(/^This is the demo set/)
    await opened.end()
    expect(readdirSync(home)).toEqual([])
  })
  test('runs every other command as before', () => {
    const { home } = makeKeepHome()
    expect(runCli(start(['ls']), { home }).out).toContain('Grow the tomatoes')
    expect(runCli(start(['--help']), { home }).out).toContain('Usage: backscroll [command]')
    expect(runCli(start(['help', 'ls']), { home }).out).toContain('List sessions, newest first')
    expect(runCli(start(['open', '--help']), { home }).out).toContain('--allow-remote')
    expect(runCli(start(['--version']), { home }).out).toMatch(/^\d+\.\d+\.\d+/)
    expect(runCli(start(['nonsense']), { home }).err).toContain('no command "nonsense"')
    expect(runCli(start(['--nonsense']), { home }).err).toContain("unknown option '--nonsense'")
  })
  test('is what package.json runs, and backscroll alone stays the overview', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(scripts.start).toBe('node scripts/setup.js --build dist/bin/backscroll.js --demo-if-empty --or-open')
    expect(runCli(['--demo-if-empty'], { home: makeTree({}) }).out).toMatch(/sessions in 2 projects/)
  })
})

describe('the built page', () => {
  test('begins every view with at most 150 KB of JavaScript, compressed, and asks nobody else', async () => {
    const { files, manifest } = await buildApp()
    for (const { view } of PAGE_ROUTES) {
      const own = manifest.views[view] ?? []
      expect(own.length, view).toBeGreaterThan(0)
      const first = [manifest.script, ...manifest.preload, ...own].map(name => files.get(name) as Uint8Array)
      const bytes = first.reduce((sum, file) => sum + gzipSync(file).length, 0)
      expect(bytes, view).toBeGreaterThan(5000)
      expect(bytes, view).toBeLessThanOrEqual(150 * 1024)
    }
    for (const name of files.keys()) expect(name).toMatch(/^[\w-]+-[A-Z0-9]{8}\.(js|css)$/)
    const style = Buffer.from(files.get(manifest.style) as Uint8Array).toString('utf8')
    expect(style.match(/url\((?!["']?data:)[^)]*\)|@import/g)).toBe(null)
  })
})
