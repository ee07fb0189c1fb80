import { defineTool } from './define.ts'
import { labelled, oneLine } from './one-line.ts'

export const sendMessage = defineTool({
  names: ['SendMessage'],
  about: 'A message to another agent of the team, or to one that was started before.',
  seen: '2.1.34 and later; 9 recorded files',
  input: {
    type: ['string', '`message`, `broadcast`, `shutdown_request` …'],
    recipient: ['string', 'To whom; older releases.'],
    to: ['string', 'To whom.'],
    content: ['string', 'The message; older releases.'],
    message: ['string|object', 'The message.'],
    summary: ['string', 'The message in a few words.'],
    recipient_kind: ['string', 'What the recipient is: `main`. Since 2.1.327.'],
    notify_when_idle: ['boolean', 'Tell when the recipient has nothing to do. Since 2.1.327, schema only.'],
    request_id: ['string', 'Answers this request.'],
    approve: ['boolean', 'The answer.'],
  },
  result: {
    success: ['boolean', 'It was delivered.'],
    message: ['string', 'What happened.'],
    routing: ['object', '`{sender, target, summary, content}`.'],
    target: ['string', 'To whom.'],
    request_id: ['string', 'Of a request that waits for an answer.'],
    resumedAgentId: ['string', 'An ended agent went on. Code only.'],
    pin: ['object', 'Short name of the target. Code only.'],
  },
  headline: input =>
    oneLine(
      labelled('to', input.to ?? input.recipient),
      oneLine(input.summary) || oneLine(input.message) || oneLine(input.content) || oneLine(input.type),
    ),
})
