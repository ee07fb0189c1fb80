import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGenerated } from '../src/query/story/find-generated.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { writeItem } from './temp-tree.ts'

const ANSWER = `{ summary: 'They grew.', decisions: [{ text: 'Use compost', evidence: [1] }, { text: 'No turn', evidence: [77] }] }`

export interface Enriched extends KeepHome {
  /** What the command got, one document for each time it ran. */
  documents(): readonly Document[]
  setLimits(limits: object): void
}

export interface Document {
  readonly text: string
  readonly json: { readonly [key: string]: unknown; readonly session: { readonly id: string } }
  readonly env: { readonly [name: string]: string }
  readonly cwd: string
}

/**
 * Two kept sessions, and a command that writes down what it gets and then does this: `document` is what it got as text,
 * `answer` an answer as it is asked for.
 */
export async function makeEnriched(body = 'console.log(JSON.stringify(answer))', more = {}): Promise<Enriched> {
  const made = await makeKept(more)
  const log = join(made.home, 'log')
  mkdirSync(log)
  const script = join(made.home, 'fake.mjs')
  writeFileSync(
    script,
    `import fs from 'node:fs'; import path from 'node:path'
let document = ''
for await (const chunk of process.stdin.setEncoding('utf8')) document += chunk
const log = ${JSON.stringify(log)}
fs.writeFileSync(path.join(log, fs.readdirSync(log).length + '.json'), JSON.stringify({ text: document, env: process.env, cwd: process.cwd() }))
const answer = ${ANSWER}
${body}
`,
  )
  const settings: { [name: string]: unknown } = { enrichCommand: [process.execPath, script] }
  const config = join(made.home, '.config', 'backscroll', 'config.json')
  const write = (): void => writeItem(config, JSON.stringify(settings))
  write()
  return {
    ...made,
    documents: () =>
      readdirSync(log)
        .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
        .map(name => {
          const said = JSON.parse(readFileSync(join(log, name), 'utf8')) as Omit<Document, 'json'>
          return { ...said, json: JSON.parse(said.text) as Document['json'] }
        }),
    setLimits(limits) {
      settings.enrichLimits = limits
      write()
    },
  }
}

/** All bytes below a folder that hold this text. */
export function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const path = join(folder, name)
    return statSync(path).isFile() && readFileSync(path, 'latin1').includes(text)
  })
}

export function generatedOf({ keep }: KeepHome, id: string) {
  const found = findGenerated(join(keep, 'generated'), id, 'any')
  return found.state === 'none' ? undefined : found.generated
}
