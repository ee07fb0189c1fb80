import { asObject } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { labelled, oneLine } from './one-line.ts'
import { notePoll, recordPoll } from './poll.ts'

export const bashOutput = defineTool({
  names: ['BashOutput'],
  about: 'New output of a shell in the background; later TaskOutput.',
  seen: 'up to 2.0.42; 3 recorded files',
  input: {
    bash_id: ['string', 'The shell.'],
    filter: ['string', 'Only lines that match this expression.'],
  },
  result: {
    shellId: ['string', 'The shell.'],
    command: ['string', 'Its command line.'],
    status: ['string', '`running`, `completed`, `failed` or `killed`.'],
    exitCode: ['number|null', 'Once it has ended.'],
    stdout: ['string', 'New output.'],
    stderr: ['string', 'New error output.'],
    stdoutLines: ['number', 'Lines of `stdout`.'],
    stderrLines: ['number', 'Lines of `stderr`.'],
    timestamp: ['string', 'When it was asked.'],
    filterPattern: ['string', 'The filter that was used. Code only.'],
  },
  headline: input => oneLine(input.bash_id, labelled('matching', input.filter)),
  onUse: ({ call, input }) => notePoll(call, input.bash_id),
  onResult: outcome => recordPoll(outcome, asObject(outcome.structured)?.status),
})

export const killShell = defineTool({
  names: ['KillShell', 'KillBash'],
  about: 'Stops a shell in the background; later TaskStop.',
  seen: '1.0.98 to 2.1.14; 4 recorded files',
  input: { shell_id: ['string', 'The shell.'] },
  result: {
    success: ['boolean', 'It was stopped; older releases.'],
    message: ['string', 'What was stopped.'],
    shell_id: ['string', 'The shell.'],
  },
  headline: input => oneLine(input.shell_id),
  onUse: ({ call, input }) => notePoll(call, input.shell_id),
  onResult: outcome => recordPoll(outcome, 'killed'),
})
