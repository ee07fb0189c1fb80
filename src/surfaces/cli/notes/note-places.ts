import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NotableSession } from '../../../query/notes/list-note-sessions.ts'
import { createRedactor } from '../../../redact/create-redactor.ts'
import { findNotes, findRenamed, type RenamedNote } from './find-notes.ts'
import { nameProject, sessionNames } from './note-names.ts'
import type { NotesRequest } from './notes-request.ts'
import type { NotesState, SessionRecord } from './notes-state.ts'

/** Where the note of a session is to stand. */
export interface SessionPlace {
  readonly record: SessionRecord | undefined
  /** Without ending: what links lead to. */
  readonly name: string
  /** Relative to the vault. */
  readonly path: string
  /** The name that its project was given. */
  readonly project: string
}

/** Where the note of a session is: where we left it, where somebody moved it, under the name they gave it, else where it would be. */
export function createPlaceFinder(
  state: NotesState,
  { vault, times, redactorFor }: Pick<NotesRequest, 'vault' | 'times' | 'redactorFor'>,
): (session: NotableSession) => SessionPlace {
  const names = new Map(Object.values(state.sessions).map(({ digest }) => [digest.name, digest.sessionId]))
  let known: ReadonlyMap<string, string> | undefined
  const found = (): ReadonlyMap<string, string> => {
    known ??= findNotes(vault)
    return known
  }
  let renamed: ReadonlyMap<string, RenamedNote> | undefined
  const isNew = Object.keys(state.sessions).length === 0
  const findUnderOtherName = (id: string): RenamedNote | undefined => {
    renamed ??= findRenamed(vault)
    return renamed.get(id)
  }

  /** Nobody else's: in our state, and by what stands in the note where there is one. */
  function isFree(name: string, id: string): boolean {
    const owner = names.get(name)
    if (owner !== undefined) return owner === id
    const path = found().get(name)
    if (path === undefined) return true
    const text = readText(join(vault.path, path))
    return text === undefined || !/^session:/m.test(text) || text.includes(id)
  }

  const named = new Map<string, string>()

  /** Names are given once, the first project that comes keeps the plain one. One that may no longer be told gets another. */
  function projectOf({ projectKey, project }: NotableSession): string {
    const known = named.get(projectKey)
    if (known !== undefined) return known
    const given = state.projects[projectKey]
    const redact = nameRedactor(project, redactorFor)
    const isFit = given !== undefined && redact(given) === given
    const taken = new Set(Object.values(state.projects))
    const name = isFit ? given : nameProject(redact(project.name), projectKey, taken)
    state.projects[projectKey] = name
    named.set(projectKey, name)
    return name
  }

  return session => {
    const project = projectOf(session)
    const record = state.sessions[session.id]
    if (record) {
      const { name } = record.digest
      if (existsSync(join(vault.path, record.path))) return { record, name, path: record.path, project }
      const moved = found().get(name)
      const place =
        moved === undefined ? (findUnderOtherName(session.id) ?? { path: record.path, name }) : { path: moved, name }
      return { record: { ...record, path: place.path, mtimeMs: -1 }, ...place, project }
    }
    const options = sessionNames(times.dayOf(session.startedAt), session.id)
    const name = options.find(option => isFree(option, session.id)) ?? (options.at(-1) as string)
    // Where nothing is remembered, notes that somebody gave other names must be looked for.
    const other = isNew && !found().has(name) ? findUnderOtherName(session.id) : undefined
    names.set(other?.name ?? name, session.id)
    if (other) return { record: undefined, ...other, project }
    const path = found().get(name) ?? `${vault.folder}/sessions/${project}/${name}.md`
    return { record: undefined, name, path, project }
  }
}

/** Undefined where it may not be read: whoever writes to it says so. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** It may be the name of a person whose home folder it is. */
function nameRedactor(
  { name, path }: NotableSession['project'],
  redactorFor: NotesRequest['redactorFor'],
): (text: string) => string {
  const options = redactorFor?.([path])
  if (!options) return text => text
  const redactor = createRedactor(options)
  for (const text of [path, name]) redactor.learnText(text, { session: '', agentId: undefined, line: 0 })
  const redaction = redactor.seal()
  return text => redaction.redactText(text)
}
