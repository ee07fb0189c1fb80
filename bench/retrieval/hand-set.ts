import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Question } from './evaluate.ts'
import { PARAPHRASES } from './paraphrases.ts'
import { readScripts } from './read-scripts.ts'
import { uuidOf, writeScript } from './write-script.ts'

const DEMO = fileURLToPath(new URL('../../demo/claude', import.meta.url))

/** The demo set and the hand-made sessions as one config folder. */
export function writeHandSet(config: string): void {
  mkdirSync(config, { recursive: true })
  cpSync(join(DEMO, 'projects'), join(config, 'projects'), { recursive: true })
  for (const script of readScripts()) writeScript(config, script)
}

export function paraphraseQuestions(): readonly Question[] {
  const demo = readdirSync(join(DEMO, 'projects'), { recursive: true, encoding: 'utf8' }).map(
    path =>
      path
        .split(/[\\/]/)
        .pop()
        ?.replace(/\.jsonl$/, '') ?? '',
  )
  return PARAPHRASES.map(({ ask, at, answer }) => {
    const [name = '', turn = ''] = at.split(':')
    const sessionId = demo.find(id => id.startsWith(name)) ?? uuidOf(name)
    return { text: ask, golds: [{ sessionId, agent: '', turn: Number(turn) }], answer }
  })
}
