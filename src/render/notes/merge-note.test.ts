import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeNote, type NoteParts, ownParts } from './merge-note.ts'
import { BEGIN, END } from './split-note.ts'

const PARTS: NoteParts = {
  front: [
    ['title', 'A "title": with signs'],
    ['tags', ['claude-session', 'python']],
    ['tokens', 12],
  ],
  content: '# A title\n\nWords',
}

const LATER: NoteParts = {
  front: [
    ['title', 'Another'],
    ['status', 'ended'],
    ['tags', ['claude-session', 'go']],
  ],
  content: 'Other words',
}

function merge(existing: string | undefined, parts = PARTS, lists: object | undefined = undefined): string {
  const merged = mergeNote(existing, parts, lists)
  if ('damage' in merged) throw new Error(merged.damage)
  return merged.text
}

function damageOf(existing: string): string | undefined {
  const merged = mergeNote(existing, PARTS, undefined)
  return 'damage' in merged ? merged.damage : undefined
}

describe('a note', () => {
  test('that is new holds our parts alone', () => {
    expect(merge(undefined)).toBe(
      `---\ntitle: "A \\"title\\": with signs"\ntags:\n  - claude-session\n  - python\ntokens: 12\n---\n\n${BEGIN}\n# A title\n\nWords\n${END}\n`,
    )
  })

  test('keeps what somebody wrote around our part, with its line ends', () => {
    const note = merge(undefined).replaceAll('\n', '\r\n')
    const edited = `\ufeff${note.replace(BEGIN, `Mine\r\n\r\n${BEGIN}`)}\r\nAfter it, no end`
    expect(merge(edited, LATER)).toBe(
      `\ufeff---\r\ntitle: Another\r\ntags:\r\n  - claude-session\r\n  - go\r\n  - python\r\nstatus: ended\r\n---\r\n\r\nMine\r\n\r\n${BEGIN}\r\nOther words\r\n${END}\r\n\r\nAfter it, no end`,
    )
  })

  test('keeps properties that are not ours, their order and comments, and drops ours that say nothing any more', () => {
    const edited = merge(undefined).replace(
      'tokens: 12\n',
      '# mine\nrating:   5\ntokens: 12\nnested:\n  a: [1, 2]\n\n  b: |\n    x\n',
    )
    expect(merge(edited, LATER).split('---\n')[1]).toBe(
      'title: Another\ntags:\n  - claude-session\n  - go\n  - python\nstatus: ended\n# mine\nrating:   5\nnested:\n  a: [1, 2]\n\n  b: |\n    x\n',
    )
  })

  test('keeps tags that somebody added, as they wrote them, and lets go of those that we wrote', () => {
    const edited = merge(undefined).replace('  - python\n', "  - python\n  - 'to read'\n  - 2026\n")
    const later = merge(edited, LATER, { tags: ['claude-session', 'python'] })
    expect(later).toContain("tags:\n  - claude-session\n  - go\n  - 'to read'\n  - 2026\n")
    expect(merge(edited.replace(/tags:\n(?: {2}-.*\n)+/, 'tags: [a, "b c", claude-session]\n'), LATER)).toContain(
      'tags:\n  - claude-session\n  - go\n  - a\n  - "b c"\n',
    )
  })

  test.each([
    ['tags: a, b c', '  - a\n  - b c\n'],
    ['tags: null', ''],
    ['tags: ~', ''],
  ])('reads older ways to write a list: %s', (written, theirs) => {
    const edited = merge(undefined).replace(/tags:\n(?: {2}-.*\n)+/, `${written}\n`)
    expect(merge(edited, LATER).split('---\n')[1]).toBe(
      `title: Another\ntags:\n  - claude-session\n  - go\n${theirs}status: ended\n`,
    )
  })

  test.each(['mine: [a, "]", \'}\']', "mine: {it's: fine}", 'mine: "a \\" b" # not closed? "', 'mine: |\n  "a\n  [b'])(
    'takes what is closed for closed: %s',
    mine => {
      expect(merge(`---\n${mine}\ntitle: x\n---\n`, LATER)).toContain(`---\n${mine}\ntitle: Another\n`)
    },
  )

  test('leaves a list alone that it cannot read', () => {
    const odd = merge(undefined).replace(/tags:\n(?: {2}-.*\n)+/, 'tags: {a: b}\n')
    expect(merge(odd, LATER)).toContain('tags: {a: b}\n')
  })

  test('gets our part at its end where the marks are gone, and front matter where that is gone', () => {
    expect(merge('My own note')).toMatch(/^---\n[\s\S]*\n---\nMy own note\n\n%% backscroll:begin %%\n[\s\S]*%%\n$/)
  })

  test.each([
    ['---\ntitle: x\n', 'its front matter has no end'],
    ['---\n{a: b}\n---\n', 'its front matter is not a list of properties'],
    ['---\n  set in\n---\n', 'its front matter is not a list of properties'],
    ['---\ntags: [a]\ntags: [mine]\n---\n', 'its front matter has "tags" more than once'],
    ['---\nmine: "a\ntitle: b"\n---\n', 'its front matter is not a list of properties'],
    ['---\nmine: {a: 1,\nstatus: 2}\n---\n', 'its front matter is not a list of properties'],
    [`${BEGIN}\n`, `the line "${END}" is missing`],
    [`x\n${END}\n`, `the line "${BEGIN}" is missing`],
    [`${END}\n${BEGIN}\n`, 'its marks stand in the wrong order'],
    [`${BEGIN}\n${BEGIN}\n${END}\n`, 'its marks stand there more than once'],
  ])('is left alone where somebody damaged it: %j', (text, damage) => {
    expect(damageOf(text)).toBe(damage)
  })

  test('takes a mark within a line for words', () => {
    expect(merge(`The line ${BEGIN} begins it`)).toContain(`The line ${BEGIN} begins it\n\n${BEGIN}\n`)
  })
})

describe('laws', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme' }).map(text => text.replace(/[\r\n]/g, ' ')),
    fc.constantFrom('---', '# Head', '%% a comment %%', '', '  set in', '- [ ] task', '```', ' ', '...'),
  )
  const isMark = (text: string): boolean => text.trim() === BEGIN || text.trim() === END
  const text = fc
    .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, eol, ends]) => lines.filter(one => !isMark(one)).join(eol) + (ends ? eol : ''))

  test('whatever somebody writes before and after our part is there after it was written again', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const front = '---\nmine: 1\n---\n'
        const note = merge(`${front}${before}\n${BEGIN}\nold\n${END}\n${after}`)
        const start = note.indexOf(`${before}\n${BEGIN}`)
        expect(start).toBeGreaterThan(0)
        expect(note.endsWith(`${END}\n${after}`) || note.endsWith(`${END}\r\n${after}`)).toBe(true)
        expect(note).toContain('mine: 1\n')
      }),
    )
  })

  test('writing twice is writing once, and what is ours is read back', () => {
    fc.assert(
      fc.property(text, existing => {
        const first = mergeNote(existing, PARTS, undefined)
        if ('damage' in first) return
        expect(mergeNote(first.text, PARTS, { tags: ['claude-session', 'python'] })).toEqual(first)
        expect(ownParts(first.text)).toContain('# A title\n\nWords\n')
        expect(first.text.includes(existing.replace(/^---[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, ''))).toBe(true)
      }),
    )
  })
})
