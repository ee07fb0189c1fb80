import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { LEVELS } from '../src/render/level.ts'
import { colorStyle } from '../src/render/terminal/style.ts'
import { FIXTURES } from './corpus.ts'
import { draw, openSession } from './draw-session.ts'

const FOLDER = join(FIXTURES, 'sessions')
const names = readdirSync(FOLDER)
  .filter(name => name.endsWith('.jsonl'))
  .map(name => name.slice(0, -'.jsonl'.length))

beforeAll(() => {
  process.env.TZ = 'UTC'
})

test.each(names.flatMap(name => LEVELS.map(level => [name, level] as const)))('draws %s at level %s', (name, level) => {
  checkGolden(`${name}.${level}.terminal.txt`, draw(openSession(join(FOLDER, `${name}.jsonl`)), level))
})

test.each([
  ['sessions', 'working'],
  ['views', 'pruning'],
])('draws %s/%s in colour', (folder, name) => {
  const loaded = openSession(join(FIXTURES, folder, `${name}.jsonl`))
  checkGolden(`../${folder}/${name}.all.color.txt`, draw(loaded, 'all', { style: colorStyle, width: 100 }))
})

test('draws what only some sessions hold', () => {
  checkGolden('../views/pruning.all.terminal.txt', draw(openSession(join(FIXTURES, 'views', 'pruning.jsonl')), 'all'))
})

/** `UPDATE=1` writes what is drawn now; look at the difference before keeping it. */
function checkGolden(name: string, lines: Iterable<string>): void {
  const path = join(FOLDER, name)
  const text = `${[...lines].join('\n')}\n`
  if (process.env.UPDATE === '1') writeFileSync(path, text)
  expect(existsSync(path), `${name} is missing: run with UPDATE=1`).toBe(true)
  expect(text).toBe(readFileSync(path, 'utf8'))
}
