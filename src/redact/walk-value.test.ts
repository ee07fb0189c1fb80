import { describe, expect, test } from 'vitest'
import { mapStrings, type StringVisitor } from './walk-value.ts'

const SHOUT: StringVisitor = {
  text: text => text.replaceAll('secret', 'HIDDEN'),
  key: key => key.replaceAll('secret', 'HIDDEN'),
  lines: lines => {
    const mapped = lines.map(line => line.replaceAll('secret', 'HIDDEN'))
    return mapped.every((line, index) => line === lines[index]) ? lines : mapped
  },
}

function checkMap(json: string): string {
  return JSON.stringify(mapStrings(JSON.parse(json) as unknown, SHOUT))
}

describe('mapStrings', () => {
  test('changes strings, elements and names of fields, and keeps their order', () => {
    expect(checkMap('{"b":"secret","secret":[1,"a secret",null],"a":{"x":["secret","y"]}}')).toBe(
      '{"b":"HIDDEN","HIDDEN":[1,"a HIDDEN",null],"a":{"x":["HIDDEN","y"]}}',
    )
    expect(checkMap('"secret"')).toBe('"HIDDEN"')
  })

  test('gives back the very same value where nothing changed, and every part that did not', () => {
    const value = { same: { deep: ['x', { y: 1 }] }, other: 'secret' }
    const mapped = mapStrings(value, SHOUT)
    expect(mapped).not.toBe(value)
    expect(mapped.same).toBe(value.same)
    expect(mapStrings(value.same, SHOUT)).toBe(value.same)
    expect(value.other).toBe('secret')
  })

  test('keeps both of two names that become one', () => {
    expect(checkMap('{"secret":1,"HIDDEN":2}')).toBe('{"HIDDEN":1,"HIDDEN (2)":2}')
  })

  test('takes __proto__ for a name like any other', () => {
    expect(checkMap('{"__proto__":{"x":"secret"},"y":"secret"}')).toBe('{"__proto__":{"x":"HIDDEN"},"y":"HIDDEN"}')
    expect(checkMap('{"__proto__":"secret","secret":1}')).toBe('{"__proto__":"HIDDEN","HIDDEN":1}')
  })

  test('goes as deep as a transcript does', () => {
    const depth = 200_000
    const value = JSON.parse(`${'{"a":['.repeat(depth)}"secret",1${']}'.repeat(depth)}`) as unknown
    let inner = mapStrings(value, SHOUT) as { a: unknown[] }
    for (let i = 1; i < depth; i++) inner = inner.a[0] as { a: unknown[] }
    expect(inner).toEqual({ a: ['HIDDEN', 1] })
  })

  const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(120, 7)]).toString('base64')

  test('passes over seals and the bytes of images, and over nothing that only has their names', () => {
    const seal = Buffer.alloc(120, 1).toString('base64')
    const unread = {
      thinking: { type: 'thinking', thinking: 'x', signature: `${seal}secret` },
      redacted: { type: 'redacted_thinking', data: `${seal}secret` },
      source: { type: 'base64', media_type: 'image/png', data: `${PNG}secret` },
      file: { type: 'image/png', base64: `${PNG}secret` },
      strange: { type: 'base64', media_type: 'image/webp', data: `${seal}secret` },
    }
    expect(mapStrings(unread, SHOUT)).toBe(unread)
    const read = {
      signature: `${seal}secret`,
      data: `${PNG}secret`,
      base64: `${PNG}secret with words`,
      source: { type: 'base64', data: 'secret' },
    }
    expect(JSON.stringify(mapStrings(read, SHOUT))).not.toContain('secret')
  })

  test.each([
    { type: 'base64', media_type: 'text/plain' },
    { type: 'base64', media_type: 'image/svg+xml' },
    { type: 'base64', media_type: 'image/png' },
    { type: 'base64', media_type: 'application/json' },
    { type: 'base64' },
  ])('reads text in base64 whatever it is called, and writes it as base64 again: %j', source => {
    const text = `größer ${'pad '.repeat(30)} the secret of it`
    const data = Buffer.from(text).toString('base64')
    const mapped = mapStrings({ source: { ...source, data } }, SHOUT)
    expect(Buffer.from(mapped.source.data, 'base64').toString()).toBe(text.replace('secret', 'HIDDEN'))
    const blob = mapStrings({ uri: 'x', mimeType: 'application/octet-stream', blob: data }, SHOUT)
    expect(Buffer.from(blob.blob, 'base64').toString()).toContain('HIDDEN')
  })

  test('leaves out the bytes of a file of no known kind that spell something', () => {
    const wide = Buffer.from(`${'pad '.repeat(30)} the secret of it`, 'utf16le').toString('base64')
    expect(checkMap(JSON.stringify({ mimeType: 'application/octet-stream', blob: wide }))).toContain('bytes left out')
    const quiet = Buffer.from(`${'pad '.repeat(30)} nothing`, 'utf16le').toString('base64')
    const value = { mimeType: 'application/octet-stream', blob: quiet }
    expect(mapStrings(value, SHOUT)).toBe(value)
  })

  test('leaves alone what carries the structure of a line', () => {
    const line = {
      type: 'user',
      uuid: '5ec2e700-1111-4111-8111-111111111111',
      timestamp: '2026-03-01T10:00:00.000Z',
      message: { role: 'user', content: [{ type: 'tool_use', id: 'toolu_01secretsecret', name: 'Bash' }] },
    }
    const loud: StringVisitor = { text: () => 'X', key: () => 'X', lines: () => ['X'] }
    expect(mapStrings(line, loud)).toBe(line)
    expect(mapStrings({ type: 'mine', uuid: 'not one', secret: 1 }, loud)).toEqual({ type: 'X', uuid: 'X', X: 1 })
  })
})
