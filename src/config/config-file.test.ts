import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UserError } from '../user-error.ts'
import { readConfig, writeSetting } from './config-file.ts'
import type { Config } from './settings.ts'

let folder = ''
let path = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backscroll-config-'))
  path = join(folder, 'inner', 'config.json')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function checkGood(text: string, expected: Config): void {
  const file = join(folder, 'config.json')
  writeFileSync(file, text)
  expect(readConfig(file)).toEqual(expected)
}

function checkBad(text: string, message: RegExp, hint: RegExp): void {
  const file = join(folder, 'config.json')
  writeFileSync(file, text)
  const error = catchError(() => readConfig(file))
  expect(error).toBeInstanceOf(UserError)
  expect((error as UserError).message).toContain(file)
  expect((error as UserError).message).toMatch(message)
  expect((error as UserError).hint).toMatch(hint)
}

function catchError(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}

describe('reading', () => {
  test('takes every setting', () =>
    checkGood('{"roots":["/a"],"pager":"less","color":"never","level":"all","width":100}', {
      roots: ['/a'],
      pager: 'less',
      color: 'never',
      level: 'all',
      width: 100,
    }))
  test('takes prices of models', () =>
    checkGood('{"prices":{"my-model":{"input":1,"output":5}}}', { prices: { 'my-model': { input: 1, output: 5 } } }))
  test('names the model with a bad price', () =>
    checkBad(
      '{"prices":{"my-model":{"input":1}}}',
      /"prices" must be .* as "output" in "my-model", not/,
      /config unset/,
    ))
  test('takes an empty file', () => checkGood('', {}))
  test('takes a byte order mark', () => checkGood('\ufeff{"width":90}', { width: 90 }))
  test('takes no file at all', () => expect(readConfig(path)).toEqual({}))
  test('names a setting it does not know, and the likely one', () =>
    checkBad('{"colour":"never"}', /"colour" is not a setting/, /Did you mean color\?/))
  test('names the setting with a bad value', () =>
    checkBad('{"width":"wide"}', /"width" must be a whole number .* not "wide"/, /config unset width/))
  test('refuses a list of roots with a number in it', () => checkBad('{"roots":[1]}', /"roots" must be/, /config set/))
  test('says that it is not JSON', () => checkBad('{width: 3}', /is not JSON/, /repair it/))
  test('wants an object', () => checkBad('[1]', /one JSON object/, /repair it/))
  test('does not fall for a prototype', () =>
    checkBad('{"__proto__":{"width":3}}', /"__proto__" is not a setting/, /./))
})

describe('writing', () => {
  test('makes the folder and keeps other settings', () => {
    writeSetting(path, 'level', 'all')
    writeSetting(path, 'width', 90)
    expect(readConfig(path)).toEqual({ level: 'all', width: 90 })
  })
  test('takes a setting out', () => {
    writeSetting(path, 'level', 'all')
    writeSetting(path, 'level', undefined)
    expect(readFileSync(path, 'utf8')).toBe('{}\n')
  })
})
