import { describe, expect, test } from 'vitest'
import { formatLaunchdPlist } from './launchd-plist.ts'
import type { ServiceJob } from './service-job.ts'

const PLAIN: ServiceJob = { command: ['/usr/bin/node', '/usr/lib/backscroll.js', 'watch'], env: {} }
/** Names as unkind as a file system lets them be. */
const ODD: ServiceJob = {
  command: ['/opt/my node/100%/"n"', "/home/a\\b/<x>&'y'/$HOME/run.js", 'watch'],
  env: { BACKSCROLL_HOME: '/data/50% "full" & <more>\'s $HOME' },
}

describe('a launchd agent', () => {
  test('starts the watch at login, again after a failure, in the background', () => {
    expect(formatLaunchdPlist(PLAIN, '/Users/a/Library/Logs/backscroll.log')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- Written by backscroll watch (option install); its option uninstall removes it. -->
      <plist version="1.0">
      <dict>
        <key>Label</key>
        <string>backscroll.watch</string>
        <key>ProgramArguments</key>
        <array>
          <string>/usr/bin/node</string>
          <string>/usr/lib/backscroll.js</string>
          <string>watch</string>
        </array>
        <key>RunAtLoad</key>
        <true/>
        <key>KeepAlive</key>
        <dict>
          <key>SuccessfulExit</key>
          <false/>
        </dict>
        <key>ThrottleInterval</key>
        <integer>30</integer>
        <key>ProcessType</key>
        <string>Background</string>
        <key>LowPriorityIO</key>
        <true/>
        <key>Nice</key>
        <integer>10</integer>
        <key>StandardOutPath</key>
        <string>/Users/a/Library/Logs/backscroll.log</string>
        <key>StandardErrorPath</key>
        <string>/Users/a/Library/Logs/backscroll.log</string>
      </dict>
      </plist>
      "
    `)
  })
  test('escapes what has a meaning in XML', () => {
    const plist = formatLaunchdPlist(ODD, '/x')
    expect(plist).toContain('<string>/opt/my node/100%/&quot;n&quot;</string>')
    expect(plist).toContain('<string>/home/a\\b/&lt;x&gt;&amp;&apos;y&apos;/$HOME/run.js</string>')
    expect(plist).toContain(
      '<key>BACKSCROLL_HOME</key>\n    <string>/data/50% &quot;full&quot; &amp; &lt;more&gt;&apos;s $HOME</string>',
    )
  })
  test('refuses what XML cannot hold', () => {
    expect(() => formatLaunchdPlist({ command: ['/a\x01'], env: {} }, '/x')).toThrow(/cannot be told/)
  })
})
