import { defineTool } from './define.ts'
import { labelled, oneLine } from './one-line.ts'

export const scheduleWakeup = defineTool({
  names: ['ScheduleWakeup'],
  about: 'Lets the session rest and go on later by itself.',
  seen: '2.1.128 and later; 4 recorded files of 2.1.327',
  input: {
    delaySeconds: ['number', 'For how long.'],
    prompt: ['string', 'How to go on.'],
    reason: ['string', 'Why so long.'],
    noop: ['boolean', 'Nothing had changed. Code only.'],
    stop: ['boolean', 'Do not go on again. Code only.'],
  },
  result: {
    scheduledFor: ['number', 'When, epoch milliseconds.'],
    clampedDelaySeconds: ['number', 'The delay that was used.'],
    wasClamped: ['boolean', 'It is not the one asked for.'],
    stopped: ['boolean', 'It will not go on. Code only.'],
    cancelledWakeups: ['number', 'How many were taken away. Code only.'],
  },
  headline: input =>
    oneLine(typeof input.delaySeconds === 'number' ? `in ${input.delaySeconds} s` : '', labelled('for', input.reason)),
})
