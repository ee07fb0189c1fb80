import { z } from 'zod'
import { inspectAgents } from '../../../query/inspect/inspect-agents.ts'
import { inspectCompactions } from '../../../query/inspect/inspect-compactions.ts'
import { inspectDiff } from '../../../query/inspect/inspect-diff.ts'
import { inspectFiles } from '../../../query/inspect/inspect-files.ts'
import { inspectTasks } from '../../../query/inspect/inspect-tasks.ts'
import { inspectCalls, inspectTools } from '../../../query/inspect/inspect-tools.ts'
import { defineRoute, type Route } from '../define-route.ts'
import { askContext, contextQuery } from './inspect-context.ts'
import { askSent, sentQuery } from './inspect-sent.ts'
import { count, flag, offset, text } from './list-fields.ts'

const BASE = '/sessions/:id/inspect'

const NOTHING = z.object({})

/** What stands beside a session while it is read. */
export const inspectRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `${BASE}/files`,
    summary: 'Every file that the session read or changed, changed ones first',
    answer: 'InspectFiles',
    query: z.object({ from: offset, limit: count(500, 2000).describe('At most so many files') }),
    async run(world, { params, query }) {
      const { loaded } = await world.openReading(params.id ?? '')
      return inspectFiles(loaded.session, query)
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/diff`,
    summary: 'What the session made of one file: all changes together, or each where the whole is not known',
    answer: 'InspectDiff',
    query: z.object({
      path: text(4096).describe('As recorded: see files'),
      each: flag.describe('Also the lines of each change'),
      from: offset,
      limit: count(50, 200).describe('At most so many changes'),
    }),
    async run(world, { params, query: { path, each, from, limit } }) {
      const { loaded } = await world.openReading(params.id ?? '')
      return inspectDiff(loaded, { path, isEach: each, from, limit })
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/tools`,
    summary: 'Every tool that the session called, agents included, with calls, failures and times',
    answer: 'InspectTools',
    query: NOTHING,
    async run(world, { params }) {
      const { loaded } = await world.openReading(params.id ?? '')
      return inspectTools(loaded.session)
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/calls`,
    summary: 'The calls of a tool, or all, as they were made',
    answer: 'InspectCalls',
    query: z.object({
      tool: text(500).optional().describe('Only calls of this tool'),
      failed: flag.describe('Only those that failed, were refused or interrupted'),
      from: offset,
      limit: count(100, 500).describe('At most so many calls'),
    }),
    async run(world, { params, query: { tool, failed, from, limit } }) {
      const { loaded } = await world.openReading(params.id ?? '')
      return inspectCalls(loaded.session, { tool, isFailed: failed, from, limit })
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/agents`,
    summary: 'The agents of the session as a tree, each before those it started',
    answer: 'InspectAgents',
    query: NOTHING,
    async run(world, { params }) {
      const { loaded } = await world.openReading(params.id ?? '')
      return inspectAgents(loaded.session, world.costOf)
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/tasks`,
    summary: 'Todos and tasks: which turn opened, started and closed each',
    answer: 'InspectTasks',
    query: NOTHING,
    async run(world, { params }) {
      const { loaded } = await world.openReading(params.id ?? '')
      return inspectTasks(loaded)
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/context`,
    summary: 'Cost and context over time, with compactions and cache misses',
    answer: 'InspectContext',
    query: contextQuery,
    run: (world, { params, query }) => askContext(world, params.id ?? '', query),
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/sent`,
    summary: 'What the model was given with one request, whether that is proven, and what changed since the one before',
    answer: 'InspectSent',
    query: sentQuery,
    run: (world, { params, query }) => askSent(world, params.id ?? '', query),
  }),
  defineRoute({
    method: 'GET',
    path: `${BASE}/compactions`,
    summary: 'Where the context was made smaller, with the beginning of each summary',
    answer: 'InspectCompactions',
    query: NOTHING,
    async run(world, { params }) {
      const { loaded } = await world.openReading(params.id ?? '')
      return inspectCompactions(loaded, world.pricer)
    },
  }),
]
