import { asObject, asObjects, asString, asStrings, type JsonObject } from '../../format/json.ts'
import { head } from '../../text/head.ts'
import { addPullRequest } from '../facts/add-pull-request.ts'
import { startBackgroundTask } from '../facts/background-tasks.ts'
import type { CommandRun, Facts } from '../facts/facts.ts'
import { ownHead } from '../facts/own-head.ts'
import type { ToolCall } from '../tool-call.ts'
import { createCallNotes } from './call-notes.ts'
import type { ToolOutcome, ToolUse } from './define.ts'
import { parseExitCode } from './failure.ts'
import { MAX_PATH } from './file-touch.ts'
import { findCommits, findPullRequest, mayCommit, mayOpenPullRequest, readGitOperation } from './git-output.ts'
import { type CommitLine, findLineCommits, isSame, readCommitLine } from './quiet-commits.ts'
import { countPatch, NO_RANGES } from './read-patch.ts'

const MAX_COMMAND = 2000
/** What a line shows as its newest commit is one of these, or new. */
const MAX_RECENT = 20
const BACKGROUND_TEXT = 'Command running in background with ID: '

interface Note {
  readonly run: CommandRun
  /** Undefined where the line may make no commit at all. */
  readonly commits: CommitLine | undefined
  readonly mayOpenPullRequest: boolean
}

const notes = createCallNotes<Note>()

/** A command line was given to a shell: Bash and PowerShell alike. */
export function recordCommand({ call, input, facts }: ToolUse): void {
  const command = asString(input.command)
  if (command === undefined) return
  const run: CommandRun = {
    text: head(command, MAX_COMMAND),
    call,
    exitCode: undefined,
    isInterrupted: false,
    backgroundTaskId: undefined,
  }
  facts.commands.push(run)
  const commits = mayCommit(command) ? readCommitLine(command) : undefined
  notes.put(call, { run, commits, mayOpenPullRequest: mayOpenPullRequest(command) })
}

export function recordCommandResult(outcome: ToolOutcome): void {
  const { call, structured, text, facts } = outcome
  const result = asObject(structured)
  const note = notes.take(call)
  const taskId = findTaskId(outcome, result)
  if (taskId) startBackgroundTask(facts, { id: taskId, kind: 'shell', call })
  if (note) finishRun(note.run, outcome, result)
  const output = asString(result?.stdout) ?? text
  recordCommits(outcome, note?.commits, note?.commits ? output : '')
  const pullRequest = note?.mayOpenPullRequest ? findPullRequest(output) : undefined
  if (pullRequest && call.result)
    addPullRequest(facts, { ...pullRequest, entry: call.result, knownBy: 'command-output' })
  recordChangedFiles(facts, call, result)
}

function finishRun(run: CommandRun, { call, text }: ToolOutcome, result: JsonObject | undefined): void {
  run.isInterrupted = result?.interrupted === true || call.status === 'interrupted'
  run.backgroundTaskId = call.backgroundTaskId
  if (run.backgroundTaskId !== undefined || run.isInterrupted) return
  if (call.status === 'error') run.exitCode = parseExitCode(text)
  // An interpreted return code is one that was not 0 and yet no failure, such as grep without a match.
  else if (call.status === 'ok' && !result?.returnCodeInterpretation) run.exitCode = 0
}

function findTaskId({ call, text }: ToolOutcome, result: JsonObject | undefined): string | undefined {
  if (result) return asString(result.backgroundTaskId) || undefined
  if (call.status !== 'ok' || !text.startsWith(BACKGROUND_TEXT)) return undefined
  return /^[\w-]+/.exec(text.slice(BACKGROUND_TEXT.length, BACKGROUND_TEXT.length + 100))?.[0]
}

function recordCommits({ call, structured, facts }: ToolOutcome, line: CommitLine | undefined, output: string): void {
  const announced = findCommits(output)
  const isOk = call.status === 'ok' && call.backgroundTaskId === undefined
  const recent = facts.commits.slice(-MAX_RECENT)
  const isRecent = (sha: string): boolean => recent.some(known => known.sha !== '' && isSame(known.sha, sha))
  const found = line ? findLineCommits(line, { output, isOk, announced, isKnown: isRecent }) : announced
  const result = asObject(structured)
  const told = result && readGitOperation(result)
  const isKnown = told && found.some(({ sha }) => sha !== '' && isSame(sha, told.sha))
  // The client tells of the last one: where that has no hash yet, it is the same.
  const isLast = told !== undefined && !isKnown && found.at(-1)?.sha === ''
  for (const [at, commit] of found.entries()) {
    const isTold = isLast && at === found.length - 1
    facts.commits.push({ ...commit, ...(isTold ? { sha: told.sha } : {}), call, knownBy: 'git-output' })
  }
  if (told && !isKnown && !isLast) facts.commits.push({ ...told, call, knownBy: 'git-operation' })
}

/** Files a command changed, compared by the client. In a shared checkout they may be anybody's: then nothing is said. */
function recordChangedFiles(facts: Facts, call: ToolCall, result: JsonObject | undefined): void {
  const diff = asObject(result?.bashEditDiff)
  if (!diff || diff.shared === true || call.status !== 'ok') return
  const detailed = new Set<string>()
  for (const file of asObjects(diff.files)) {
    const path = asString(file.filePath)
    if (!path) continue
    detailed.add(path)
    const action = file.created === true ? 'create' : file.deleted === true ? 'delete' : 'edit'
    const counts = countPatch(file.hunks) ?? { added: 0, removed: 0, hunks: 0, ranges: NO_RANGES }
    facts.files.push({ path: ownHead(path, MAX_PATH), action, call, ...counts, isUserModified: false })
  }
  for (const path of asStrings(diff.changedFiles)) {
    if (detailed.has(path)) continue
    facts.files.push({
      path: ownHead(path, MAX_PATH),
      action: 'edit',
      call,
      added: 0,
      removed: 0,
      hunks: 0,
      ranges: NO_RANGES,
      isUserModified: false,
    })
  }
}
