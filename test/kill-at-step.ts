/**
 * Loaded before the command line (`node --import`): ends its process by SIGKILL at one of its steps on the disk, after half
 * of what that step would write. Where no step is named, it writes them down, one line each.
 */
import { appendFileSync } from 'node:fs'
import { watchSteps } from './step-files.ts'

const { KILL_BELOW = '', KILL_AT, STEPS_TO } = process.env
let steps = 0

watchSteps(KILL_BELOW, {
  before({ name, path, half }) {
    if (STEPS_TO !== undefined) appendFileSync(STEPS_TO, `${name} ${path}\n`)
    if (steps++ !== Number(KILL_AT ?? -1)) return
    half()
    process.kill(process.pid, 'SIGKILL')
  },
})
