import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Level } from '../src/render/level.ts'
import { type MarkdownOptions, renderMarkdown } from '../src/render/markdown/render-markdown.ts'
import { FIXTURES } from './corpus.ts'
import { openSession, viewOf } from './draw-session.ts'

const FOLDER = join(FIXTURES, 'sessions')
const names = readdirSync(FOLDER)
  .filter(name => name.endsWith('.jsonl'))
  .map(name => name.slice(0, -'.jsonl'.length))

function write(name: string, level: Level, options: MarkdownOptions = {}): string {
  return [...renderMarkdown(viewOf(openSession(join(FOLDER, `${name}.jsonl`)), level), options)].join('')
}

const levels = ['tools', 'all'] as const

test.each(names.flatMap(name => levels.map(level => [name, level] as const)))(
  'writes %s at level %s',
  (name, level) => {
    checkGolden(`${name}.${level}.md`, write(name, level))
  },
)

test('images are files beside it, times stand in the zone given, headings begin where asked', () => {
  const options: MarkdownOptions = {
    headingLevel: 2,
    utcOffsetMinutes: -210,
    media: part => `talk files/${part.name}.png`,
  }
  checkGolden('working.tools.options.md', write('working', 'tools', options))
})

/** `UPDATE=1` writes what is drawn now; look at the difference before keeping it. */
function checkGolden(name: string, text: string): void {
  const path = join(FIXTURES, 'sessions-md', name)
  if (process.env.UPDATE === '1') {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  expect(existsSync(path), `${name} is missing: run with UPDATE=1`).toBe(true)
  expect(text).toBe(readFileSync(path, 'utf8'))
}
