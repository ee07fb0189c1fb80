import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../../../test/temp-tree.ts'
import { formatEnvFile, formatScheduledTask, quoteForWindows } from './scheduled-task.ts'
import type { ServiceJob } from './service-job.ts'

describe('a task of Windows', () => {
  const job: ServiceJob = {
    command: ['C:\\Program Files\\nodejs\\node.exe', "C:\\Users\\O'Neil & Co\\backscroll.js", 'watch'],
    env: { BACKSCROLL_HOME: 'D:\\new\\keep' },
  }
  test('starts at logon without a window, and never ends by itself', () => {
    const xml = formatScheduledTask(job, { user: 'HOME\\o<neil', envPath: 'C:\\keep dir\\watch.env' })
    expect(xml).toContain('<UserId>HOME\\o&lt;neil</UserId>')
    expect(xml).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
    expect(xml).toContain(
      '<Arguments>--headless &quot;C:\\Program Files\\nodejs\\node.exe&quot; &quot;--env-file=C:\\keep dir\\watch.env&quot; &quot;C:\\Users\\O&apos;Neil &amp; Co\\backscroll.js&quot; watch</Arguments>',
    )
  })
  test('quotes words as programs there split them', () => {
    expect(quoteForWindows('plain')).toBe('plain')
    expect(quoteForWindows('C:\\with space\\')).toBe('"C:\\with space\\\\"')
    expect(quoteForWindows('say "hi" \\"')).toBe('"say \\"hi\\" \\\\\\""')
    expect(quoteForWindows('')).toBe('""')
  })
  test('gets its environment from a file that Node reads back unchanged', () => {
    const env = { A: "it's C:\\new", B: '`C:\\t', C: "D:\\it's `odd", D: 'a#b $HOME' }
    const { C, ...good } = env
    const folder = makeTree({ 'watch.env': formatEnvFile(good) })
    const script = 'process.stdout.write(JSON.stringify([process.env.A, process.env.B, process.env.D]))'
    const { stdout } = spawnSync(process.execPath, [`--env-file=${join(folder, 'watch.env')}`, '-e', script], {
      encoding: 'utf8',
      env: {},
    })
    expect(JSON.parse(stdout)).toEqual([env.A, env.B, env.D])
    expect(() => formatEnvFile({ C })).toThrow(/cannot be told/)
  })
})
