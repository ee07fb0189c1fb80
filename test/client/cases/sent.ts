import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { JsonObject } from '../../../src/format/json.ts'
import type { Case } from '../case.ts'
import { proveSent } from '../prove-sent.ts'

/** Requests as the client recorded them against those that came in. */
export const sentCases: readonly Case[] = [
  {
    name: 'requests: every recorded one is rebuilt, its digest fits, and it is what the server got',
    since: { version: '2.1.327', lacks: 'recorded requests' },
    when: 'after',
    async run(world) {
      const bodies = world.api.requests.map(({ body }) => body as unknown as JsonObject)
      const { requests, problems } = proveSent(join(world.home, '.claude', 'projects'), bodies)
      assert.equal(problems.join('\n'), '')
      assert.ok(requests > 0, 'no request is recorded')
    },
  },
]
