import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../format/json.ts'
import type { EntryKind } from '../../format/kinds/table.ts'
import type { ThreadEntry } from '../thread-entry.ts'
import type { UserRole } from '../user-role.ts'
import { createFacts } from './facts.ts'
import { EXTRACTORS, extractorsForKind, extractorsForRole } from './table.ts'

function checkNames(extractors: readonly { readonly name: string }[], expected: readonly string[]): void {
  expect(extractors.map(({ name }) => name)).toEqual(expected)
}

test('extractors are found by kind and by role', () => {
  checkNames(extractorsForKind('queue-operation'), ['human inputs', 'task reports'])
  checkNames(extractorsForKind('assistant'), ['API errors', 'addresses'])
  checkNames(extractorsForKind('user'), [])
  checkNames(extractorsForRole('command'), ['human inputs', 'slash commands', 'addresses'])
  checkNames(extractorsForRole('tool-result'), [])
})

const KEYS = [
  ...['attachment', 'data', 'content', 'operation', 'error', 'cause', 'prUrl', 'hookInfos', 'hookErrors', 'message'],
  ...['isApiErrorMessage', 'hookAdditionalContext', 'preventedContinuation', 'toolUseID', '__proto__'],
]
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>,
  fc.constantFrom('enqueue', 'dequeue', 'remove', 'popAll', '<task-id>', '<command-name>x</command-name>', true),
)

test('no extractor throws on any entry', () => {
  for (const extractor of EXTRACTORS) {
    const kinds: readonly EntryKind[] = [...(extractor.kinds ?? []), ...(extractor.roles ? (['user'] as const) : [])]
    const roles: readonly (UserRole | undefined)[] = extractor.roles ?? [undefined]
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...roles),
        fc.dictionary(fc.constantFrom(...KEYS), anyValue),
        fc.string({ unit: 'binary' }),
        (kind, role, json, text) => {
          const entry = { index: 0, kind, role } as unknown as ThreadEntry
          const facts = createFacts()
          extractor.extract({ entry, json: json as JsonObject, text, facts, queued: [] })
          for (const input of facts.humanInputs) expect(input.text.length).toBeLessThanOrEqual(500)
          for (const error of facts.errors) expect(error.message.length).toBeLessThanOrEqual(500)
        },
      ),
      { numRuns: 200 },
    )
  }
})
