import type { ServiceJob } from './service-job.ts'

/** A unit of the user's own systemd: starts at login, again after a failure, and gets out of everybody's way. */
export function formatSystemdUnit({ command, env }: ServiceJob): string {
  const hasDollar = command.some(word => word.includes('$'))
  const [program = '', ...args] = command
  // `:` switches off variables in the command (systemd 244): in the program's own path nothing else would.
  const words = [(hasDollar ? ':' : '') + program, ...args].map(quote)
  return `${[
    '# Written by `backscroll watch --install`; `backscroll watch --uninstall` removes it.',
    '[Unit]',
    'Description=backscroll: keeps Claude Code sessions',
    '',
    '[Service]',
    'Type=simple',
    `ExecStart=${words.join(' ')}`,
    ...Object.entries(env).map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`),
    'Restart=on-failure',
    'RestartSec=30',
    'SuccessExitStatus=130 143',
    'Nice=10',
    'IOSchedulingClass=idle',
    '',
    '[Install]',
    'WantedBy=default.target',
  ].join('\n')}\n`
}

/** systemd.syntax(7): quoted words know C escapes, and `%` begins a specifier everywhere. */
function quote(word: string): string {
  const escaped = word.replace(/[\\"\n\r\t%]/g, letter => ESCAPES[letter] as string)
  return `"${escaped}"`
}

const ESCAPES: { readonly [letter: string]: string } = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '%': '%%',
}
