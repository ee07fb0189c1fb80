import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderSecurityPage, SECURITY_PAGE } from '../scripts/docs-security.ts'
import { ATTACKS } from './attacks/table.ts'

const HELPERS = ['attack.ts', 'table.ts']

test('docs/security.md has every attack (npm run docs writes it)', () => {
  expect(readFileSync(SECURITY_PAGE, 'utf8')).toBe(renderSecurityPage())
})

test('each attack names a test that is there', () => {
  for (const { attack, test: named } of ATTACKS.flatMap(({ attacks }) => attacks)) {
    expect([attack, named.file, existsSync(named.file)]).toEqual([attack, named.file, true])
    const source = readFileSync(named.file, 'utf8').replaceAll("\\'", "'")
    expect([attack, named.name, source.includes(named.name)]).toEqual([attack, named.name, true])
  }
})

test('each file of attacks is a row of the table', () => {
  const files = readdirSync('test/attacks').filter(name => !HELPERS.includes(name))
  const table = readFileSync('test/attacks/table.ts', 'utf8')
  expect(files.filter(name => !table.includes(`'./${name}'`))).toEqual([])
})
