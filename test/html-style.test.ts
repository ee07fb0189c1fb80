import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REPOSITORY } from './corpus.ts'

const FOLDER = join(REPOSITORY, 'src/render/html/style')
const names = readdirSync(FOLDER)
const sheets = names.map(name => readFileSync(join(FOLDER, name), 'utf8'))
const colors = readColors(readFileSync(join(FOLDER, 'theme.css'), 'utf8'))

const ANSI = Array.from({ length: 16 }, (_, at) => `ansi-${at}`)
const CODE = ['code-keyword', 'code-string', 'code-number', 'code-title']
const WORDS = ['fg', 'muted', 'accent', 'good', 'bad', ...CODE, ...ANSI]
const PLACES = ['bg', 'card', 'code-bg', 'hover']

describe.each(['light', 'dark'] as const)('in %s', theme => {
  test('every colour of words can be read on every background they stand on', () => {
    for (const word of WORDS) for (const place of PLACES) checkContrast(theme, word, place)
  })

  test('changed lines and changed words can be read', () => {
    for (const place of ['added', 'removed', 'added-word', 'removed-word']) checkContrast(theme, 'fg', place)
    for (const place of ['added', 'removed']) checkContrast(theme, 'muted', place)
    checkContrast(theme, 'good', 'added')
    checkContrast(theme, 'bad', 'removed')
  })
})

test('the style asks for nothing from outside and draws no gradient', () => {
  for (const sheet of sheets) expect(sheet).not.toMatch(/url\(|@font-face|@import|gradient/)
  const main = readFileSync(join(FOLDER, '..', 'rows.css'), 'utf8')
  expect([...main.matchAll(/@import "\.\/style\/([a-z]+\.css)"/g)].map(([, name]) => name).sort()).toEqual(names.sort())
})

interface Color {
  readonly light: string
  readonly dark: string
}

function readColors(css: string): ReadonlyMap<string, Color> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)
  return new Map(Array.from(found, ([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}

/** WCAG AA for text: 4.5 to 1. */
function checkContrast(theme: 'light' | 'dark', word: string, place: string): void {
  const [front, back] = [word, place].map(name => luminance(colors.get(name)?.[theme] ?? expect.fail(name)))
  const ratio = (Math.max(front as number, back as number) + 0.05) / (Math.min(front as number, back as number) + 0.05)
  expect(ratio, `--${word} on --${place}`).toBeGreaterThanOrEqual(4.5)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
