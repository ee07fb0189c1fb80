import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { BIN } from './bin.ts'
import { type ProcessUsage, readUsage, TELL } from './process-usage.ts'

/** The local server as a person starts it, over one folder of transcripts and one keep. */
export interface PageServer {
  /** With the code that lets one browser in. */
  readonly url: string
  readonly origin: string
  /** What it holds at the moment. */
  readRssMb(): number
  /** Ends it; tells what the server itself used, without the process that keeps. */
  stop(): Promise<ProcessUsage>
}

export async function startPageServer(places: { readonly config: string; readonly keep: string }): Promise<PageServer> {
  const env = {
    PATH: process.env.PATH,
    HOME: places.keep,
    BACKSCROLL_HOME: places.keep,
    CLAUDE_CONFIG_DIR: places.config,
    NO_COLOR: '1',
  }
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const child = spawn(process.execPath, ['--import', TELL, BIN, 'open', '--no-browser', '--port', String(port)], {
    env,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const url = await readFirstLine(child, () => said)
  return {
    url,
    origin: new URL(url).origin,
    readRssMb: () =>
      Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }).stdout) / 1024,
    async stop() {
      const ended = new Promise(resolve => child.once('close', resolve))
      child.kill('SIGINT')
      await ended
      return readUsage(said)
    },
  }
}

function readFirstLine(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the server has no stdout')
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('close', code => reject(new Error(`the server ended with ${code}: ${said()}`)))
  })
}
