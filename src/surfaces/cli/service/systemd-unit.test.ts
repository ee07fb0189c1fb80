import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../../../test/temp-tree.ts'
import type { ServiceJob } from './service-job.ts'
import { formatSystemdUnit } from './systemd-unit.ts'

const PLAIN: ServiceJob = { command: ['/usr/bin/node', '/usr/lib/backscroll.js', 'watch'], env: {} }
/** Names as unkind as a file system lets them be. */
const ODD: ServiceJob = {
  command: ['/opt/my node/100%/"n"', "/home/a\\b/<x>&'y'/$HOME/run.js", 'watch'],
  env: { BACKSCROLL_HOME: '/data/50% "full" & <more>\'s $HOME' },
}

describe('a systemd unit', () => {
  test('starts the watch, again after a failure, and out of the way', () => {
    expect(formatSystemdUnit(PLAIN)).toMatchInlineSnapshot(`
      "# Written by \`backscroll watch --install\`; \`backscroll watch --uninstall\` removes it.
      [Unit]
      Description=backscroll: keeps Claude Code sessions

      [Service]
      Type=simple
      ExecStart="/usr/bin/node" "/usr/lib/backscroll.js" "watch"
      Restart=on-failure
      RestartSec=30
      SuccessExitStatus=130 143
      Nice=10
      IOSchedulingClass=idle

      [Install]
      WantedBy=default.target
      "
    `)
  })
  test('quotes what has a meaning there', () => {
    const unit = formatSystemdUnit(ODD)
    expect(unit).toContain(`ExecStart=":/opt/my node/100%%/\\"n\\"" "/home/a\\\\b/<x>&'y'/$HOME/run.js" "watch"\n`)
    expect(unit).toContain(`Environment="BACKSCROLL_HOME=/data/50%% \\"full\\" & <more>'s $HOME"\n`)
  })
  test('keeps one line for each thing, whatever a path holds', () => {
    const unit = formatSystemdUnit({ command: ['/a\nExecStart=/evil', 'b'], env: { X: 'y\nExecStartPre=/evil' } })
    expect(unit.match(/^Exec/gm)).toHaveLength(1)
  })
  test('is one that systemd understands, where there is a systemd', () => {
    const folder = makeTree({
      'backscroll.service': formatSystemdUnit({ ...ODD, command: ['/bin/true', ...ODD.command] }),
    })
    const env = { ...process.env, XDG_RUNTIME_DIR: folder }
    const args = ['verify', '--user', join(folder, 'backscroll.service')]
    const { error, status, stderr } = spawnSync('systemd-analyze', args, { env, encoding: 'utf8' })
    if (error || /Failed to initialize/.test(stderr)) console.log('no systemd here: the unit was not checked by it')
    else
      expect({ status, complaints: stderr.split('\n').filter(line => line.includes('backscroll')) }).toEqual({
        status: 0,
        complaints: [],
      })
  })
})
