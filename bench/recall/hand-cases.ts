import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readScripts, type SessionScript } from '../retrieval/read-scripts.ts'
import { uuidOf } from '../retrieval/write-script.ts'
import type { CasePart, RecallCase } from './recall-case.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** The sessions of bench/retrieval and those written for this. */
export function readHandScripts(): readonly SessionScript[] {
  return [...readScripts(), ...readScripts(join(HERE, 'sessions'))]
}

/**
 * One file for each project in `cases/`, whose first line names it and its part. `+ session | prompt` is one that the
 * session should come for (several: `a,b | …`), `- prompt` work of the same project that no session tells anything about,
 * `~ prompt` the same with words that one of its sessions has too.
 */
export function readHandCases(): readonly RecallCase[] {
  const scripts = readHandScripts()
  const folder = join(HERE, 'cases')
  const own = readdirSync(folder)
    .sort()
    .flatMap(name => parseCases(readFileSync(join(folder, name), 'utf8'), scripts))
  return [...own, ...borrow(own), ...chat(own)]
}

function parseCases(text: string, scripts: readonly SessionScript[]): readonly RecallCase[] {
  const [first = '', ...lines] = text.split('\n')
  const [, name = '', part = ''] = first.split(' ')
  const cwd = scripts.find(script => script.cwd.endsWith(`/${name}`))?.cwd
  if (cwd === undefined) throw new Error(`no sessions of ${name}`)
  const place = { cwd, part: part as CasePart }
  return lines.flatMap((line): RecallCase[] => {
    if (line.startsWith('- ')) return [{ ...place, prompt: line.slice(2), golds: [], kind: 'new-topic' }]
    if (line.startsWith('~ ')) return [{ ...place, prompt: line.slice(2), golds: [], kind: 'near-topic' }]
    if (!line.startsWith('+ ')) return []
    const [names = '', ...rest] = line.slice(2).split(' | ')
    const golds = names.split(',').map(gold => {
      if (!scripts.some(script => script.name === gold)) throw new Error(`no session ${gold}`)
      return uuidOf(gold)
    })
    return [{ ...place, prompt: rest.join(' | '), golds, kind: 'wanted' }]
  })
}

/** Each prompt once more, in another project of the same part. */
function borrow(own: readonly RecallCase[]): readonly RecallCase[] {
  return own
    .filter(({ kind }) => kind === 'wanted')
    .flatMap((one, at) => {
      const folders = [...new Set(own.filter(({ part }) => part === one.part).map(({ cwd }) => cwd))]
      const others = folders.filter(cwd => cwd !== one.cwd)
      const cwd = others[at % others.length]
      return cwd === undefined ? [] : [{ ...one, cwd, golds: [], kind: 'other-project' as const }]
    })
}

/** Shared out among the projects. */
function chat(own: readonly RecallCase[]): readonly RecallCase[] {
  const places = [...new Map(own.map(({ cwd, part }) => [cwd, { cwd, part }])).values()]
  const lines = readFileSync(join(HERE, 'chit-chat.txt'), 'utf8').split('\n')
  return lines
    .filter(line => line !== '')
    .flatMap((prompt, at) => {
      const place = places[at % places.length]
      return place ? [{ ...place, prompt, golds: [], kind: 'chit-chat' as const }] : []
    })
}
