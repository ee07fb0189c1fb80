/** What secretlint, the rule set others use, sees in the same sessions. */
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import type { PlantedSession } from './suite.ts'

export interface Opinion {
  readonly rule: string
  readonly text: string
}

/** Everything it reports in the strings of these entries. */
export async function askSecretlint(entries: PlantedSession['entries']): Promise<readonly Opinion[]> {
  const strings: string[] = []
  JSON.stringify(entries, (_, value: unknown) => {
    if (typeof value === 'string') strings.push(value)
    return value
  })
  return askAboutText(strings.join('\n\n'))
}

export async function askAboutText(content: string): Promise<readonly Opinion[]> {
  const { messages } = await lintSource({
    source: { filePath: 'session.txt', content, contentType: 'text', ext: '.txt' },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }] },
    },
  })
  return messages.map(({ ruleId, range }) => ({ rule: ruleId, text: content.slice(...range) }))
}

/** Names of planted kinds of which it saw at least one value. */
export function listKindsSeen(session: PlantedSession, opinions: readonly Opinion[]): readonly string[] {
  const texts = opinions.map(({ text }) => text)
  return session.planted
    .filter(({ value }) => texts.some(text => text.includes(value) || (text.length >= 12 && value.includes(text))))
    .map(({ kind }) => kind)
}
