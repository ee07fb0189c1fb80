import { expect } from 'vitest'
import { createRedactor } from '../../src/redact/create-redactor.ts'

/** What redaction would take out of a text. */
export function listFound(text: string): readonly string[] {
  const redactor = createRedactor({ identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] })
  redactor.learnText(text, { session: '', agentId: undefined, line: 1 })
  return redactor.seal().hits.map(({ value }) => value)
}

export function checkTaken(value: string, ...texts: readonly string[]): void {
  for (const text of texts) expect(listFound(text), text).toContain(value)
}

export function checkKept(...texts: readonly string[]): void {
  for (const text of texts) expect(listFound(text), text).toEqual([])
}
