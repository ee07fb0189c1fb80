import { resolve } from 'node:path'
import { readMarks } from '../../../archive/marks.ts'
import { listExcluded } from '../../../config/list-excluded.ts'
import type { Config } from '../../../config/settings.ts'
import type { NotableSession } from '../../../query/notes/list-note-sessions.ts'
import { buildIdentity } from '../../../share/identity.ts'
import { findRoots } from '../../../source/roots.ts'
import { createZone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { readWordsFile } from '../export/words-file.ts'
import type { NotesRequest } from './notes-request.ts'
import { MACHINE, type NotesPlaces, notesPlaces, readMachine } from './notes-state.ts'
import { readTemplates } from './templates.ts'
import { DEFAULT_FOLDER, requireVault } from './vault.ts'

/** What a command line or a hook says beside the settings. */
export interface NotesWish {
  readonly vault: string | undefined
  readonly folder: string | undefined
  readonly creates: boolean
  readonly templates: string | undefined
  readonly redacts: boolean
  readonly wordsFile: string | undefined
  readonly isWanted: ((session: NotableSession) => boolean) | undefined
  readonly dropsGone: boolean
  readonly takesAll: boolean
  readonly isTrial: boolean
  readonly running: ReadonlySet<string>
}

/** From settings and wishes to one complete request. Paths that settings name begin at the home folder where they are relative. */
export function buildNotesRequest(
  app: Pick<App, 'keepDir' | 'cwd' | 'home' | 'env' | 'roots' | 'version' | 'signal' | 'now' | 'isDemo'>,
  config: Config,
  wish: NotesWish,
): { readonly request: NotesRequest; readonly places: NotesPlaces } {
  const at = (typed: string | undefined, set: string | undefined): string | undefined =>
    typed === undefined
      ? set && resolve(app.home, expandHome(set, app.home))
      : resolve(app.cwd, expandHome(typed, app.home))
  const vault = requireVault({
    // An empty name is a variable that was not set, and never the folder somebody happens to be in.
    path: (wish.vault === '' ? undefined : at(wish.vault, config.notesVault)) ?? noVault(),
    folder: (wish.folder ?? config.notesFolder ?? DEFAULT_FOLDER).replaceAll('\\', '/').replace(/^\/+|\/+$/g, ''),
    creates: wish.creates,
    forbidden: [app.keepDir, ...configFolders(app)],
  })
  const places = notesPlaces(app.keepDir, vault.path)
  const wordsFile = at(wish.wordsFile, config.notesWords)
  const redacts = wish.redacts && config.notesRedact !== 'off'
  const words = wordsFile === undefined || !redacts ? [] : readWordsFile(wordsFile)
  const { isWanted, dropsGone, takesAll, isTrial, running } = wish
  // Nothing is remembered of the demo set: a name that is made up would be another one each time.
  const machine = app.isDemo ? 'demo' : config.notesMachine
  return {
    places,
    request: {
      vault,
      machine: readMachine(places, machine !== undefined && MACHINE.test(machine) ? machine : undefined),
      times: createZone(config.notesZone ?? 'UTC') ?? badZone(config.notesZone ?? ''),
      templates: readTemplates(at(wish.templates, config.notesTemplates)),
      redactorFor: redacts ? cwds => ({ identity: buildIdentity(app, cwds), words, keep: [] }) : undefined,
      pricer: createAppPricer({ config }),
      prices: JSON.stringify(config.prices ?? null),
      marks: readMarks(app.keepDir),
      running,
      isWanted,
      dropsGone,
      exclude: listExcluded({ config, home: app.home }),
      takesAll,
      isTrial,
      version: app.version,
      signal: app.signal,
      now: app.now,
    },
  }
}

/** Folders of the client, whether transcripts are there or not. */
export function configFolders({ roots, home }: Pick<App, 'roots' | 'home'>): readonly string[] {
  const found = findRoots(roots).roots.flatMap(({ configPath, path }) => [configPath ?? path])
  return [...new Set([resolve(home, '.claude'), ...found])]
}

function expandHome(path: string, home: string): string {
  return /^~(?:[\\/]|$)/.test(path) ? resolve(home, path.slice(2)) : path
}

function noVault(): never {
  throw new UserError({
    code: 'no-vault',
    message: 'nobody said where the vault is',
    hint: 'Name it with --vault DIR, or once for all with `backscroll config set notesVault DIR`.',
  })
}

function badZone(zone: string): never {
  throw new UserError({ code: 'bad-zone', message: `"${zone}" is not a time zone`, hint: 'Try Europe/Berlin or UTC.' })
}

export function notesBusy(): UserError {
  return new UserError({
    code: 'notes-busy',
    message: 'another backscroll is writing notes',
    hint: 'Try again when it has ended.',
  })
}
