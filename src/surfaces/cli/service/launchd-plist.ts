import type { ServiceJob } from './service-job.ts'
import { escapeXml } from './xml-text.ts'

export const LAUNCHD_LABEL = 'backscroll.watch'

/** An agent of the user's own launchd: starts at login, again after a failure, at background priority. */
export function formatLaunchdPlist({ command, env }: ServiceJob, logPath: string): string {
  const entries: readonly (readonly [string, string])[] = [
    ['Label', text(LAUNCHD_LABEL)],
    ['ProgramArguments', `<array>\n${command.map(word => `    ${text(word)}`).join('\n')}\n  </array>`],
    ...(Object.keys(env).length > 0 ? ([['EnvironmentVariables', dictionary(env)]] as const) : []),
    ['RunAtLoad', '<true/>'],
    ['KeepAlive', '<dict>\n    <key>SuccessfulExit</key>\n    <false/>\n  </dict>'],
    ['ThrottleInterval', '<integer>30</integer>'],
    ['ProcessType', text('Background')],
    ['LowPriorityIO', '<true/>'],
    ['Nice', '<integer>10</integer>'],
    ['StandardOutPath', text(logPath)],
    ['StandardErrorPath', text(logPath)],
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by backscroll watch (option install); its option uninstall removes it. -->
<plist version="1.0">
<dict>
${entries.map(([key, value]) => `  <key>${key}</key>\n  ${value}`).join('\n')}
</dict>
</plist>
`
}

function text(value: string): string {
  return `<string>${escapeXml(value)}</string>`
}

function dictionary(env: { readonly [name: string]: string }): string {
  const rows = Object.entries(env).map(([name, value]) => `    <key>${escapeXml(name)}</key>\n    ${text(value)}`)
  return `<dict>\n${rows.join('\n')}\n  </dict>`
}
