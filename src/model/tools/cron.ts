import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const cronCreate = defineTool({
  names: ['CronCreate'],
  about: 'Gives the session a prompt at set times.',
  seen: '2.1.128 and later; 3 recorded files with a result, 2.1.150 and 2.1.327',
  input: {
    cron: ['string', 'Five-field schedule.'],
    prompt: ['string', 'The prompt.'],
    recurring: ['boolean', 'Again and again, not once.'],
    durable: ['boolean', 'Outlives the session.'],
  },
  result: {
    id: ['string', 'Of the job.'],
    humanSchedule: ['string', 'The schedule in words.'],
    recurring: ['boolean', 'As in the input.'],
    durable: ['boolean', 'As in the input.'],
    nextFireAt: ['number', 'When it comes due next, epoch milliseconds. Since 2.1.327.'],
  },
  headline: input => oneLine(input.cron, input.prompt),
})

export const cronDelete = defineTool({
  names: ['CronDelete'],
  about: 'Takes a scheduled prompt away.',
  seen: '2.1.128 and later; fixtures only',
  input: { id: ['string', 'Of the job.'] },
  result: { id: ['string', 'Of the job. Code only.'] },
  headline: input => oneLine(input.id),
})

export const cronList = defineTool({
  names: ['CronList'],
  about: 'Lists scheduled prompts.',
  seen: '2.1.128 and later; 2 recorded files with a result, 2.1.150 and 2.1.327',
  input: {},
  result: { jobs: ['array', 'Items `{id, cron, humanSchedule, prompt, recurring, durable, nextFireAt}`.'] },
  headline: () => '',
})
