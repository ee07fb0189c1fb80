import { describe, expect, test } from 'vitest'
import { parseModelName } from './model-name.ts'
import { PRICES } from './prices.ts'

const known = new Set(PRICES.rows.map(row => row.model))

function checkKnown(model: string, names: readonly string[], isRegional = false): void {
  for (const name of names) expect([name, parseModelName(name)]).toEqual([name, { model, isRegional }])
  expect(known.has(model)).toBe(true)
}

describe('a model is known', () => {
  test('by the names of the API', () => {
    checkKnown('claude-sonnet-4-5', ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5-latest'])
    checkKnown('claude-3-5-haiku', ['claude-3-5-haiku-20241022', 'claude-3-5-haiku-latest'])
  })
  test('with Claude Code’s mark for a million tokens', () => {
    checkKnown('claude-opus-4-6', ['claude-opus-4-6[1m]'])
    checkKnown('claude-sonnet-4', ['claude-sonnet-4-20250514[1m]'])
  })
  test('by older orders of the words', () => {
    checkKnown('claude-sonnet-4', ['claude-sonnet-4-0', 'claude-4-sonnet-20250514', 'claude-sonnet-4-20250514'])
    checkKnown('claude-opus-4', ['claude-opus-4-0', 'claude-4-opus', 'claude-opus-4-20250514'])
    checkKnown('claude-3-7-sonnet', ['claude-sonnet-3-7', 'claude-3.7-sonnet', 'claude-3-7-sonnet-20250219'])
  })
  test('on OpenRouter', () => {
    checkKnown('claude-sonnet-4-5', ['anthropic/claude-sonnet-4.5', 'anthropic/claude-4.5-sonnet-20250929'])
    checkKnown('claude-opus-5', ['anthropic/claude-opus-5'])
  })
  test('R24: on Bedrock in a region', () => {
    const id = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
    const regions = ['', 'us.', 'eu.', 'au.', 'jp.', 'apac.', 'us-gov.']
    checkKnown(
      'claude-sonnet-4-5',
      regions.map(region => region + id),
      true,
    )
    checkKnown('claude-opus-4-6', ['us.anthropic.claude-opus-4-6-v1', 'eu.anthropic.claude-opus-4-6-v1[1m]'], true)
    checkKnown('claude-haiku-5-5', ['anthropic.claude-haiku-5-5'], true)
    checkKnown('claude-3-5-sonnet', ['anthropic.claude-3-5-sonnet-20241022-v2:0'], true)
  })
  test('R24: on Bedrock anywhere', () => {
    checkKnown('claude-sonnet-4-5', ['global.anthropic.claude-sonnet-4-5-20250929-v1:0'])
    checkKnown('claude-sonnet-5-5', ['global.anthropic.claude-sonnet-5-5'])
  })
  test('by the address of an inference profile', () => {
    const profile = 'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/'
    checkKnown('claude-sonnet-4-6', [`${profile}eu.anthropic.claude-sonnet-4-6`], true)
    checkKnown('claude-sonnet-4-6', [`${profile}global.anthropic.claude-sonnet-4-6`])
    checkKnown('claude-sonnet-4-6', ['arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-sonnet-4-6'], true)
  })
  test('on Vertex, which does not say where', () => {
    checkKnown('claude-sonnet-4-5', ['claude-sonnet-4-5@20250929'])
    checkKnown('claude-sonnet-4', ['claude-sonnet-4@20250514'])
    checkKnown('claude-3-5-sonnet', ['claude-3-5-sonnet-v2@20241022'])
  })
})

describe('R27: a name that only looks like one is no guess:', () => {
  test.each([
    'claude-opus-4-9',
    'claude-opus-6',
    'opus',
    'haiku',
    'claude',
    'claude-opus',
    'my-claude-opus-4-6-clone',
    'claude-opus-4-6-clone',
    'claude-opus-4-6-fast',
    'claude-opus-4-66',
    'openai/claude-opus-4-6',
    'xx.anthropic.claude-opus-4-6-v1',
    'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc123',
    'nvidia/nemotron-3-super-120b-a12b-20230311:free',
    '<synthetic>',
    '__proto__',
    'constructor',
    '',
    '-20250929',
    'claude-opus-4-6\n',
    `claude-opus-4-6${'-v1'.repeat(20_000)}`,
  ])('%j', name => expect(known.has(parseModelName(name).model)).toBe(false))
})
