import { head } from '../../text/head.ts'
import { stripComments } from '../../text/shell/strip-comments.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'
import { recordCommand, recordCommandResult } from './shell.ts'
import { shellPlace } from './shell-place.ts'

/** A headline is short: what stands behind this is not in it. */
const MAX_READ = 4000

const INPUT = {
  command: ['string', 'The command line.'],
  description: ['string', 'What it does, in the words of the model.'],
  timeout: ['number|string', 'Limit in milliseconds.'],
  run_in_background: ['boolean', 'Return at once and go on.'],
  dangerouslyDisableSandbox: ['boolean', 'Run outside the sandbox.'],
} as const

const RESULT = {
  stdout: ['string', 'Output; holds stderr as well in most releases.'],
  stderr: ['string', 'Error output, and notes of the client such as a reset working directory.'],
  interrupted: ['boolean', 'Stopped by the user.'],
  isImage: ['boolean', 'The output is an image as a data address.'],
  noOutputExpected: ['boolean', 'The command usually prints nothing. Since 2.1.38.'],
  returnCodeInterpretation: ['string', 'Why an exit code other than 0 is no failure, such as `No matches found`.'],
  backgroundTaskId: ['string', 'It goes on as this background task.'],
  backgroundedByUser: ['boolean', 'The user sent it to the background.'],
  assistantAutoBackgrounded: ['boolean', 'The client sent it to the background. Code only.'],
  backgroundedToDeliverMessage: ['boolean', 'Sent to the background so that a message could be read. Code only.'],
  backgroundCwdHint: ['string', 'Reminder about the working directory. Code only.'],
  timedOutAfterMs: ['number', 'Sent to the background when its time was over. Code only.'],
  dangerouslyDisableSandbox: ['boolean', 'Ran outside the sandbox. Code only.'],
  persistedOutputPath: ['string', 'File with the whole output, where it was too large.'],
  persistedOutputSize: ['number', 'Its size in bytes.'],
  gitOperation: ['object', 'What git did: `{commit {sha, kind, branch?}, push?, branch?}`. Since 2.1.181.'],
  bashEditDiff: [
    'object',
    'Files the command changed: `{files, changedFiles, moreFiles, shared}`. Code only, 2.1.280.',
  ],
  staleReadFileStateHint: ['string', 'The command changed a file that was read before. Code only.'],
  sandbox: ['boolean', 'Ran in the sandbox; 1.0.17.'],
} as const

export const bash = defineTool({
  names: ['Bash'],
  about: 'Runs a command line. No exit code is recorded: an object means 0, an error text begins with `Exit code N`.',
  seen: '1.0.17 and later; 534 recorded files',
  input: { ...INPUT, _simulatedSedEdit: ['string|object', 'Outcome of a sed edit shown beforehand. Code only.'] },
  result: RESULT,
  worksAt: shellPlace,
  headline: input =>
    oneLine(typeof input.command === 'string' ? stripComments(head(input.command, MAX_READ)) : input.command),
  onUse: recordCommand,
  onResult: recordCommandResult,
})

export const powerShell = defineTool({
  names: ['PowerShell'],
  about: 'Runs a command line in PowerShell; like Bash in all else.',
  seen: 'code only',
  input: INPUT,
  result: RESULT,
  headline: input => oneLine(input.command),
  onUse: recordCommand,
  onResult: recordCommandResult,
})
