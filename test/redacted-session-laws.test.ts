import { describe, expect, test } from 'vitest'
import { learnSession } from '../src/query/export/learn-session.ts'
import { openPlain, openRedacted } from '../src/query/export/open-redacted.ts'
import type { Library } from '../src/query/library.ts'
import { loadFrom } from '../src/query/load-from.ts'
import { createRedactor } from '../src/redact/create-redactor.ts'
import { buildView } from '../src/render/view/build-view.ts'
import type { LoadedSession, Substitution } from '../src/source/load-session.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { viewOptions } from './draw-session.ts'
import { dumpSession } from './dump-session.ts'
import { libraryOf, NOBODY, NOTHING, redactSession } from './redacted-world.ts'
import { shapeOf } from './session-shape.ts'

const hasCorpus = listCorpusFiles() !== undefined
/** Of each session a part of the entries is read a second time. */
const EVERY = 7
const IDENTITY: Substitution = { object: json => json, text: text => text }

type Law = (library: Library, source: SessionSource) => void

function checkLaw(folder: string, law: Law): void {
  const library = libraryOf(folder)
  expect(library.sources.length).toBeGreaterThan(5)
  for (const source of library.sources) law(library, source)
}

describe.each([['fixtures', FIXTURES], ...(hasCorpus ? [['the corpus', CORPUS]] : [])])('over %s', (_name, folder) => {
  test('a substitution of everything by itself changes nothing', { timeout: 120_000 }, () => {
    checkLaw(folder as string, (library, source) => {
      checkSame(loadFrom(library, source, IDENTITY), loadFrom(library, source))
    })
  })

  test('a redaction that takes nothing out changes nothing, in the model and in the rows', { timeout: 240_000 }, () => {
    checkLaw(folder as string, (library, source) => {
      const learned = learnSession(library, source, createRedactor(NOBODY))
      const opened = openRedacted(learned, NOTHING)
      const plain = openPlain(library, source)
      checkSame(opened, plain)
      expect(rowsOf(opened), source.name).toEqual(rowsOf(plain))
    })
  })

  test('what is taken out leaves places, turns, calls, branches, usage and agents as they were', {
    timeout: 240_000,
  }, () => {
    checkLaw(folder as string, (library, source) => {
      const cwds = loadFrom(library, source).session.cwds
      const homes = cwds.flatMap(cwd => /^\/(?:home|Users)\/[^/]+/.exec(cwd)?.[0] ?? [])
      const users = homes.map(home => home.split('/').at(-1) as string)
      const { opened, redaction } = redactSession(library, source, { identity: { homes, users, hosts: [] } })
      const plain = openPlain(library, source)
      expect(shapeOf(opened.session), source.name).toEqual(shapeOf(plain.session))
      for (const entry of plain.session.main.entries.filter(({ index }) => index % EVERY === 0)) {
        const json = plain.read(plain.session.main, entry)
        expect(opened.read(opened.session.main, entry), `${source.name}:${entry.line}`).toEqual(
          redaction.redactValue(json),
        )
      }
    })
  })
})

function checkSame(one: LoadedSession, other: LoadedSession): void {
  const about = other.source.name
  expect(dumpSession(one.session), about).toEqual(dumpSession(other.session))
  expect(one.files, about).toEqual(other.files)
  expect(one.issues, about).toEqual(other.issues)
  expect(one.problems, about).toEqual(other.problems)
  expect({ ...one.source, root: undefined }, about).toEqual({ ...other.source, root: undefined })
}

function rowsOf(loaded: LoadedSession): readonly unknown[] {
  return [...buildView(loaded.session, viewOptions(loaded, 'all'))]
}
