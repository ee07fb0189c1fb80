import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PARAPHRASES, type Paraphrase } from './paraphrases.ts'
import { readScripts, turnText } from './read-scripts.ts'
import { Stemmer } from './stems.ts'

const DEMO = fileURLToPath(new URL('../../demo/claude/projects', import.meta.url))
const scripts = new Map(readScripts().map(script => [script.name, script]))
const demo = readdirSync(DEMO, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.jsonl'))

/** The whole turn; for the demo set the whole session, which is stricter. */
function goldText({ at }: Paraphrase): string {
  const [name = '', turn = ''] = at.split(':')
  const script = scripts.get(name)
  const found = script?.turns[Number(turn) - 1]
  if (found) return turnText(found)
  const path = demo.find(path => path.split('/').pop()?.startsWith(name))
  if (script || path === undefined) throw new Error(`no such place: ${at}`)
  return readFileSync(join(DEMO, path), 'utf8')
}

test('there are enough questions, about many sessions', () => {
  expect(PARAPHRASES.length).toBeGreaterThanOrEqual(60)
  expect(new Set(PARAPHRASES.map(({ at }) => at.split(':')[0])).size).toBeGreaterThanOrEqual(40)
})

test('a question shares at most 30 % of its stems with the text that answers it', () => {
  const stemmer = new Stemmer()
  const complaints = PARAPHRASES.flatMap(paraphrase => {
    const asked = [...stemmer.stemsOf(paraphrase.ask)]
    const gold = stemmer.stemsOf(goldText(paraphrase))
    const shared = asked.filter(stem => gold.has(stem))
    return shared.length > 0.3 * asked.length ? [`${paraphrase.ask}: ${shared.join()} of ${asked.length}`] : []
  })
  stemmer.close()
  expect(complaints).toEqual([])
})

test('the answer stands in the text that answers', () => {
  const missing = PARAPHRASES.filter(item => !goldText(item).replaceAll('\\"', '"').includes(item.answer))
  expect(missing).toEqual([])
})
