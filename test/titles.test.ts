import { describe, expect, test } from 'vitest'
import { createSummaryBuilder } from '../src/model/build-summary.ts'
import { entriesOf, type StoryLines, startStory } from './story-lines.ts'
import { tellSession } from './tell-session.ts'

const SLUG = 'brave-gliding-fox'

function titleOf(make: (story: StoryLines) => StoryLines): string {
  const { session } = tellSession('x', [{ agentId: undefined, entries: entriesOf(make(startStory()).lines) }])
  return session.title.text
}

function typed(text: string): object {
  return { type: 'user', slug: SLUG, message: { role: 'user', content: text } }
}

describe('a title is not', () => {
  test.each([
    { type: 'agent-name', agentName: SLUG },
    { type: 'ai-title', aiTitle: SLUG },
  ])('the nickname of the session, wherever it is written: $type', note => {
    expect(titleOf(story => story.line(typed('hi')).note(note))).toBe('')
    expect(titleOf(story => story.line(typed('Paint the barn')).note(note))).toBe('Paint the barn')
    expect(titleOf(story => story.line(typed('hi')).note({ ...note, aiTitle: 'Barn', agentName: 'Barn' }))).toBe('Barn')
  })

  test.each([
    'Invalid API key · Please run /login',
    'Request timed out',
    'API Error: 500',
    'Credit balance is too low',
  ])('the error of the request for one, where words tell: %s', aiTitle => {
    const note = { type: 'ai-title', aiTitle }
    expect(titleOf(story => story.person('Paint the barn').note(note))).toBe('Paint the barn')
    expect(titleOf(story => story.person('hi').note(note))).toBe(aiTitle)
  })

  test('what the client puts in front of the words of another session', () => {
    const text = 'Another Claude session sent a message:\n<agent-message from="x">\nCount the moles\n</agent-message>'
    expect(titleOf(story => story.person(text))).toBe('Count the moles')
    expect(titleOf(story => story.person('Another Claude session sent a message: Count them'))).toBe('Count them')
  })

  test('cut before a word with the blank', () => {
    const title = titleOf(story => story.person(`${'a'.repeat(199)} and the rest`))
    expect(title).toBe('a'.repeat(199))
  })
})

test('an error is handed to no other session as its title', () => {
  const summaries = ['Request timed out', 'Paint the barn'].map((summary, at) => ({
    type: 'summary',
    summary,
    leafUuid: `00000000-0000-4000-8000-00000000000${at}`,
  }))
  const story = summaries.reduce((made, summary) => made.note(summary), startStory())
  const builder = createSummaryBuilder({ id: 'x' })
  const thread = builder.openThread({ file: 0, agentId: undefined })
  for (const entry of entriesOf(story.lines)) thread.add(entry)
  expect(builder.leaves.foreign.map(([, text]) => text)).toEqual(['Paint the barn'])
})
