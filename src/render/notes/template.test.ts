import { describe, expect, test } from 'vitest'
import { DEFAULT_TEMPLATES, TEMPLATE_KINDS, TEMPLATE_NAMES } from './default-templates.ts'
import { parseTemplate } from './template.ts'

const NAMES = { title: true, summary: true, sessions: { link: true, open: true } } as const

function fill(template: string, values: object): string {
  return parseTemplate(template, NAMES, 'session.md').fill(values as never)
}

describe('a template', () => {
  test('is filled with values and with each item of a list', () => {
    const template = '# {{title}}\n\n{{#sessions}}\n- {{ link }}: {{title}}\n{{/sessions}}\nEnd'
    expect(fill(template, { title: 'T', sessions: [{ link: 'a' }, { link: 'b' }] })).toBe('# T\n\n- a: T\n- b: T\nEnd')
  })

  test('writes a part where there is something, and another where there is nothing', () => {
    const template = '{{#summary}}has {{summary}}{{/summary}}{{^summary}}none{{/summary}}'
    expect([fill(template, { summary: 'x' }), fill(template, { summary: '' })]).toEqual(['has x', 'none'])
    expect(fill('{{^sessions}}none{{/sessions}}', { sessions: [] })).toBe('none')
  })

  test('takes nothing in a value for its own marks', () => {
    expect(fill('{{title}}', { title: '{{summary}}', summary: 'no' })).toBe('{{summary}}')
  })

  test.each([
    ['a\n\n{{titel}}', 'session.md, line 3: {{titel}} is unknown', 'Did you mean {{title}}?'],
    ['{{#sessions}}\n{{link}}', 'session.md, line 1: {{#sessions}} is not closed', 'Look at docs/notes.md.'],
    ['{{/title}}', 'session.md, line 1: {{/title}} closes nothing', 'Look at docs/notes.md.'],
    [
      'x\n{{sessions}}',
      'session.md, line 2: {{sessions}} is a list: write {{#sessions}} … {{/sessions}}',
      'Look at docs/notes.md.',
    ],
    ['{{link}}', 'session.md, line 1: {{link}} is unknown', 'What may stand there: title, summary, sessions.'],
    ['{{toString}}', 'session.md, line 1: {{toString}} is unknown', 'What may stand there: title, summary, sessions.'],
  ])('that is wrong is refused with its line: %j', (template, message, hint) => {
    expect(() => parseTemplate(template, NAMES, 'session.md')).toThrow(expect.objectContaining({ message, hint }))
  })

  test.each(TEMPLATE_KINDS)('of ours is good: %s', kind => {
    expect(() => parseTemplate(DEFAULT_TEMPLATES[kind], TEMPLATE_NAMES[kind], kind)).not.toThrow()
  })
})
