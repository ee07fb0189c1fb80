import { UserError } from '../../../user-error.ts'
import type { ServiceJob } from './service-job.ts'
import { escapeXml } from './xml-text.ts'

export const TASK_NAME = 'backscroll watch'

/**
 * A task of Windows' Task Scheduler: starts when the user logs on, without a window, at low priority. A task has no
 * environment of its own, so Node reads it from `envPath`.
 */
export function formatScheduledTask(
  { command }: ServiceJob,
  more: { readonly user: string; readonly envPath: string | undefined },
): string {
  const [program = '', ...args] = command
  const envArgs = more.envPath === undefined ? [] : [`--env-file=${more.envPath}`]
  // A console program gets a window; conhost without one runs it out of sight (Windows 10 1809).
  const words = ['--headless', program, ...envArgs, ...args]
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>backscroll: keeps Claude Code sessions. Remove it with: backscroll watch --uninstall</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
      <UserId>${escapeXml(more.user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${escapeXml(more.user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowHardTerminate>true</AllowHardTerminate>
    <StartWhenAvailable>true</StartWhenAvailable>
    <Hidden>true</Hidden>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>8</Priority>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>10</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>${escapeXml(words.map(quoteForWindows).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

/** As programs of Windows split their command line: backslashes count only before a quote. */
export function quoteForWindows(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}

/** A file for `node --env-file`: in single quotes or backticks nothing has a meaning, in double quotes `\n` has. */
export function formatEnvFile(env: ServiceJob['env']): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${quoteForEnvFile(value)}\n`)
    .join('')
}

function quoteForEnvFile(value: string): string {
  const mark = ["'", '`', '"'].find(quote => !value.includes(quote) && (quote !== '"' || !value.includes('\\')))
  if (mark !== undefined && !/[\r\n]/.test(value)) return mark + value + mark
  throw new UserError({
    code: 'service-path',
    message: `the path ${JSON.stringify(value)} holds characters that a service cannot be told`,
    hint: 'Move it to a path of ordinary letters.',
  })
}
