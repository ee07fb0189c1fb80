import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BlockDefinition } from '../src/format/blocks/define.ts'
import { BLOCKS } from '../src/format/blocks/definitions.ts'
import type { FieldTable } from '../src/format/fields.ts'
import type { KindDefinition } from '../src/format/kinds/define.ts'
import { ENVELOPE } from '../src/format/kinds/envelope.ts'
import { PAYLOAD_LINES } from '../src/format/kinds/read-entry-fields.ts'
import { KINDS } from '../src/format/kinds/table.ts'
import { USAGE } from '../src/format/kinds/usage.ts'
import type { Session } from '../src/model/session.ts'
import { TOOLS } from '../src/model/tools/table.ts'
import { openPlain } from '../src/query/export/open-redacted.ts'
import { FORMAT_FIELDS, FORMAT_VALUES } from '../src/redact/format-words.ts'
import { buildView } from '../src/render/view/build-view.ts'
import { listFiles } from '../src/source/session-source.ts'
import { FIXTURES } from './corpus.ts'
import { viewOptions } from './draw-session.ts'
import { libraryOf, redactSession } from './redacted-world.ts'
import { shapeOf } from './session-shape.ts'

describe('the words of the format', () => {
  test('are those of its tables', () => {
    const missing = [...listFields()].filter(name => !FORMAT_FIELDS.has(name))
    expect(missing).toEqual([])
    expect([...listValues()].filter(word => !FORMAT_VALUES.has(word))).toEqual([])
  })

  function* listFields(): Iterable<string> {
    for (const table of listTables()) yield* Object.keys(table)
  }

  function listTables(): readonly FieldTable[] {
    const tables: (FieldTable | undefined)[] = [ENVELOPE, USAGE, ...Object.values(PAYLOAD_LINES)]
    for (const { fields, message } of KINDS as readonly KindDefinition[]) tables.push(fields, message)
    for (const { fields } of BLOCKS as readonly BlockDefinition[]) tables.push(fields)
    for (const { input, result } of TOOLS) tables.push(input, result)
    return tables.filter(table => table !== undefined)
  }

  function* listValues(): Iterable<string> {
    for (const { kind } of KINDS as readonly KindDefinition[]) yield* kind.split('/')
    for (const { kind } of BLOCKS as readonly BlockDefinition[]) yield kind
    for (const { names } of TOOLS) yield* names.filter(name => !name.includes('*'))
    for (const table of listTables()) {
      for (const [, , known = []] of Object.values(table)) yield* Object.values(known).flat()
    }
  }
})

describe('whatever is taken out', { timeout: 120_000 }, () => {
  const library = libraryOf(FIXTURES)

  test.each([
    ['words', (some: readonly string[]) => ({ words: some })],
    ['users', (some: readonly string[]) => ({ identity: { homes: [], users: some, hosts: some } })],
    [
      'home folders',
      (some: readonly string[]) => ({ identity: { homes: some.map(one => `/home/${one}`), users: [], hosts: [] } }),
    ],
  ] as const)('a session has the turns, calls, agents and usage it had: %s that stand in it', (_what, toOptions) => {
    for (const source of library.sources) {
      const words = vocabularyOf(listFiles(source).map(({ path }) => path))
      const { opened, redaction } = redactSession(library, source, toOptions(words))
      const plain = openPlain(library, source)
      expect(withoutLinks(opened.session), source.name).toEqual(withoutLinks(plain.session))
      const rows = [...buildView(opened.session, viewOptions(opened, 'all'))]
      expect(rows.length, source.name).toBeGreaterThan(0)
      expect(redaction.hits).toBeDefined()
    }
  })

  /**
   * Another session may be named in the text of a prompt alone, and of equal times the order goes by the ids. Which words
   * make a title depends on the words: here each of them is taken out.
   */
  function withoutLinks(session: Session): unknown {
    const shape = shapeOf(session)
    return {
      ...shape,
      titleFrom: undefined,
      links: undefined,
      requests: shape.requests.map(one => JSON.stringify(one)).sort(),
    }
  }

  /** Names of fields, ids, and each word of the texts. */
  function vocabularyOf(paths: readonly string[]): readonly string[] {
    const words = new Set<string>()
    for (const path of paths) {
      for (const [word] of readFileSync(path, 'utf8').matchAll(/[A-Za-z][\w-]{2,40}/g)) words.add(word)
    }
    return [...words].slice(0, 3000)
  }
})
