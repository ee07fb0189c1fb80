import { describe, expect, test } from 'vitest'
import { planService } from './plan-service.ts'
import type { ServiceJob } from './service-job.ts'

const PLAIN: ServiceJob = { command: ['/usr/bin/node', '/usr/lib/backscroll.js', 'watch'], env: {} }

describe('the plan of a service', () => {
  const who = { userId: 501, userName: 'PC\\ann' }
  const planOn = (platform: string, env = {}) =>
    planService({ platform, home: '/home/ann', env, keepDir: 'C:\\keep' }, PLAIN, who)
  test('uses the manager of each platform', () => {
    expect(planOn('linux').path).toBe('/home/ann/.config/systemd/user/backscroll.service')
    expect(planOn('linux', { XDG_CONFIG_HOME: '/c' }).path).toBe('/c/systemd/user/backscroll.service')
    const agent = '/home/ann/Library/LaunchAgents/backscroll.watch.plist'
    expect(planOn('darwin').path).toBe(agent)
    expect(planOn('darwin').start.at(-1)?.words).toEqual(['launchctl', 'bootstrap', 'gui/501', agent])
    expect(planOn('win32').start[0]?.words.slice(0, 2)).toEqual(['schtasks', '/Create'])
    expect(planOn('win32').path).toBe('C:\\keep\\service\\watch-task.xml')
  })
  test('writes the task in the encoding that schtasks reads', () => {
    const [task] = planOn('win32').files
    const bytes = Buffer.from(task?.content as Uint8Array)
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe])
    expect(bytes.toString('utf16le')).toContain('encoding="UTF-16"')
  })
  test('says so where there is no manager that it knows', () => {
    expect(() => planOn('freebsd')).toThrow(/does not know how to set up a service on freebsd/)
  })
})
