import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildAutomaton } from './automaton.ts'
import { scanText } from './scan-text.ts'

/** Each word and where it begins, found the plain way. */
function findPlainly(words: readonly string[], text: string): readonly string[] {
  const found: string[] = []
  for (const [word, name] of words.entries()) {
    for (let at = 0; at + name.length <= text.length; at++) {
      if (text.slice(at, at + name.length).toLowerCase() === name.toLowerCase()) found.push(`${word} ${at}`)
    }
  }
  return found.sort()
}

function findByAutomaton(words: readonly string[], text: string): readonly string[] {
  const { words: pairs } = scanText(buildAutomaton(words), text, { hasWraps: false, hasRuns: false })
  return pairs.flatMap((word, index) => (index % 2 === 0 ? [`${word} ${pairs[index + 1]}`] : [])).sort()
}

describe('scanText', () => {
  test('finds the same words at the same places as looking for each alone', () => {
    const letters = fc.constantFrom(...'abAB.-ä\n')
    const words = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })
    const law = fc.property(words, fc.string({ unit: letters, maxLength: 60 }), (some, text) => {
      expect(findByAutomaton(some, text)).toEqual(findPlainly(some, text))
    })
    fc.assert(law, { numRuns: 500 })
  })

  test('finds a word that a line end cuts in two, and says where it begins', () => {
    const automaton = buildAutomaton(['password'])
    for (const cut of ['\n', '\r\n', '\n    ', '\n+ ', '\n   12→', ' │\n│ ', '\\n', '\\\\n> ']) {
      expect(scanText(automaton, `my pass${cut}word`).words).toEqual([0, 3])
    }
  })

  test('does not join words that stand in two lines', () => {
    expect(scanText(buildAutomaton(['password']), 'pass\nexam word').words).toEqual([])
  })

  test('reports what may be base64 of a text', () => {
    const base64 = Buffer.from('hello out there').toString('base64')
    const automaton = buildAutomaton([])
    expect(scanText(automaton, `x ${base64} y`).runs).toEqual([2, 2 + base64.length])
    expect(scanText(automaton, 'supercalifragilistic').runs).toEqual([])
  })

  test('knows more letters than it has classes for', () => {
    const words = Array.from({ length: 300 }, (_, index) => `${String.fromCharCode(0x4e00 + index)}x`)
    expect(findByAutomaton(words, `${words[299]} ${words[3]}`)).toContain('299 0')
  })
})
