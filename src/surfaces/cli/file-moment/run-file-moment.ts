import { type ChosenPath, choosePath } from '../../../query/file-at/choose-path.ts'
import { type FoundFile, fileAt } from '../../../query/file-at/file-at.ts'
import { type DiffMoment, type DiffSide, type FileDiff, fileDiff } from '../../../query/file-at/file-diff.ts'
import { listWorkFolders } from '../../../query/file-at/work-root.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { formatClock, formatDay } from '../../../time/day.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, pairOption, textArg, textOption } from '../define-command.ts'
import { openGit } from '../open-git.ts'
import { parseMomentText } from './moment-text.ts'
import { printPatch } from './print-patch.ts'
import { formatReasons, styleOfSureness } from './state-words.ts'
import { formatLeftOut, restoreOne } from './write-restored.ts'

/** What `--at` and `--diff` ask for. */
export interface Moments {
  readonly at: string | undefined
  readonly diff: readonly [string, string] | undefined
  readonly restoreTo: string | undefined
}

/** Undefined where neither was asked for. */
export function readMoments(request: CommandRequest): Moments | undefined {
  const [at, restoreTo] = [textOption(request, 'at'), textOption(request, 'restore-to')]
  const diff = pairOption(request, 'diff')
  if (at === undefined && diff === undefined && restoreTo === undefined) return undefined
  refuseScope(request)
  if (!textArg(request, 'path')) throw refuse('a file is missing', 'Name it: `backscroll files src/a.ts --at 2d`.')
  if (at !== undefined && diff) throw refuse('--at and --diff do not go together', 'Leave out one of them.')
  if (restoreTo !== undefined && at === undefined) throw refuse('--restore-to needs --at', 'Say what moment is meant.')
  if (restoreTo === '') throw refuse('the folder after --restore-to is empty', 'Name one.')
  if (!diff) return { at, diff: undefined, restoreTo }
  const [from, to, ...more] = diff
  if (from === undefined || to === undefined || more.length > 0) {
    throw refuse('--diff takes two moments', 'Write it as --diff before:3f2a now.')
  }
  return { at, diff: [from, to], restoreTo }
}

/** They choose among sessions, and one file is meant. */
function refuseScope({ options }: CommandRequest): void {
  const given = ['project', 'since', 'until', 'limit', 'action'].find(name => options[name] !== undefined)
  if (given === undefined) return
  throw refuse(`--${given} does not go with a moment`, 'Leave it out; of several files, give more of the path.')
}

function refuse(message: string, hint: string): UserError {
  return new UserError({ code: 'bad-moment', message, hint })
}

/** Prints a file as it was at a moment, or what changed in it between two. */
export async function runFileMoment(app: App, request: CommandRequest, moments: Moments): Promise<Outcome> {
  const text = textArg(request, 'path') ?? ''
  return await askIndex(app, async keep => {
    const asked = (moments.diff ?? [moments.at ?? '']).map(moment => toMoment(app, keep, moment))
    const sessions = asked.flatMap(moment => (moment.kind === 'session' ? [moment.session] : []))
    const chosen = await choosePath(keep, { text, cwd: app.cwd, home: app.home, git: openGit(app), sessions })
    if (!chosen) return reportNoFile(app, text)
    const [first, second] = asked as [DiffMoment, DiffMoment | undefined]
    if (second) return printDiff(app, fileDiff(keep, { chosen, from: first, to: second }))
    if (first.kind === 'now')
      throw refuse('--at takes no "now"', 'Read the file itself, or compare with --diff 2d now.')
    const found = fileAt(keep, { path: chosen.path, moment: first })
    return moments.restoreTo === undefined
      ? printFile(app, chosen, found)
      : restore(app, keep, { chosen, found, to: moments.restoreTo })
  })
}

function toMoment(app: App, keep: IndexedKeep, text: string): DiffMoment {
  return text.trim() === 'now' ? { kind: 'now' } : parseMomentText(app, keep, text)
}

function reportNoFile(app: App, text: string): Outcome {
  app.err.line(`backscroll: no session touched a file that ends in "${shorten(sanitizeLine(text))}"`)
  app.err.line(`List the files that are known with \`${app.commandName} files\`.`)
  return 'nothing'
}

/** The bytes alone go to stdout; to a terminal without what would control it. */
function printFile(app: App, { otherNames }: ChosenPath, { answer, content }: FoundFile): Outcome {
  if (app.json) printJson(app, { ...answer })
  else {
    // Before the pager opens.
    app.err.lines(formatFile(app, answer))
    if (content?.kind === 'text') app.out.write(app.isTerminal ? sanitizeText(content.text) : content.text)
    if (content?.kind !== 'text')
      app.err.lines(otherNames.map(path => `It also had the name ${shortenPath(app, path)}.`))
  }
  return content?.kind === 'text' || (app.json && content) ? 'found' : 'nothing'
}

function formatFile(app: App, answer: FoundFile['answer']): string[] {
  const what = answer.isBinary ? ', no text: --restore-to DIR writes it' : ''
  const isGone = answer.exists === false ? 'there was no such file' : ''
  const sure = styleOfSureness(app.colors, answer.sureness)(answer.sureness)
  const head = `backscroll: ${shortenPath(app, answer.path)} ${formatMoment(answer)}: ${isGone === '' ? '' : `${isGone}; `}${sure}${what}`
  return [head, ...formatReasons(app, answer).map(line => `  ${app.colors.dim(line)}`)]
}

/** In the time of this machine: a day that somebody named is its beginning. */
function formatMoment({ at, isBefore }: Pick<FoundFile['answer'], 'at' | 'isBefore'>): string {
  const time = Date.parse(at ?? '')
  return `${isBefore ? 'right before' : 'at'} ${formatDay(time)} ${formatClock(time)}`
}

function printDiff(app: App, diff: FileDiff): Outcome {
  if (app.json) {
    printJson(app, { ...diff })
    return diff.isKnown ? 'found' : 'nothing'
  }
  const path = shortenPath(app, diff.path)
  if (diff.isKnown && diff.patch === '') app.err.line(`backscroll: ${path} is the same at both moments`)
  app.err.lines([...formatSide(app, 'from', diff.from), ...formatSide(app, 'to', diff.to)])
  printPatch(app, diff.patch)
  return diff.isKnown ? 'found' : 'nothing'
}

function formatSide(app: App, name: string, side: DiffSide): string[] {
  if (side === 'now') return [`backscroll: ${name}: as it is on disk now`]
  const sure = styleOfSureness(app.colors, side.sureness)(side.sureness)
  const what = side.isBinary ? ', no text' : side.exists === false ? ', there was no such file' : ''
  return [
    `backscroll: ${name}: ${formatMoment(side)}: ${sure}${what}`,
    ...formatReasons(app, side).map(line => `  ${app.colors.dim(line)}`),
  ]
}

interface RestoreWish {
  readonly chosen: ChosenPath
  readonly found: FoundFile
  readonly to: string
}

function restore(app: App, keep: IndexedKeep, { chosen, found, to }: RestoreWish): Outcome {
  const workFolders = listWorkFolders(keep.store, chosen.path)
  const restored = restoreOne(app, { path: chosen.path, content: found.content, to, workFolders })
  if (app.json) printJson(app, { ...found.answer, restored })
  else {
    app.out.lines(restored.written.map(({ target }) => sanitizeLine(target)))
    app.err.lines([...formatFile(app, found.answer), ...formatLeftOut(app, restored)])
  }
  return restored.written.length > 0 ? 'found' : 'nothing'
}
