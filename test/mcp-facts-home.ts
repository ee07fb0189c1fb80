import { makeKept } from './keep-home.ts'
import { type Script, type ScriptFacts, writeScript } from './lookup-world.ts'
import { type McpHome, startMcp } from './mcp-home.ts'

/** The project that asks, and another that bears the same name. Neither folder is on this machine. */
export const APP = '/home/dev/app'
export const NAMESAKE = '/srv/app'

export interface Told extends Omit<ScriptFacts, 'sessionId'> {
  /** All lines were written on it. */
  readonly branch?: string
  tell(script: Script): Script
}

/** Tools over these sessions alone, by id. */
export async function startWith(
  sessions: { readonly [id: string]: Told },
  more: { readonly cwd?: string; readonly ownSession?: string } = {},
): Promise<McpHome> {
  const files = Object.entries(sessions).map(([sessionId, { tell, branch = 'main', ...facts }]) => {
    const { lines } = tell(writeScript({ sessionId, ...facts }))
    const folder = (facts.cwd ?? APP).replaceAll('/', '-')
    return [
      `.claude/projects/${folder}/${sessionId}.jsonl`,
      lines.map(line => ({ ...line, gitBranch: branch })),
    ] as const
  })
  return await startMcp({ home: await makeKept(Object.fromEntries(files)), cwd: APP, ...more })
}

export function idOf(letter: string): string {
  return `${letter.repeat(8)}-0000-4000-8000-000000000000`
}
