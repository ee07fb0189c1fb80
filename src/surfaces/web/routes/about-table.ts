import { z } from 'zod'
import { defineRoute, type Route } from '../define-route.ts'
import { askReport } from '../reports/ask-report.ts'
import { readAbout } from './about.ts'
import { openEvents } from './events.ts'

export const aboutRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/about',
    summary: 'What this server is, whose transcripts it shows, and how far keeping is',
    answer: 'About',
    query: z.object({}),
    run: readAbout,
  }),
  defineRoute({
    method: 'GET',
    path: '/status',
    summary: 'How well the sessions are kept: what `backscroll status --json` prints',
    answer: 'KeepStatus',
    query: z.object({}),
    run: world => askReport(world, 'status', {}),
  }),
  defineRoute({
    method: 'POST',
    path: '/sync',
    summary: 'Keep what is new; answers when it is done',
    answer: 'KeeperState',
    query: z.object({}),
    run: world => world.keeper.sync(),
  }),
  defineRoute({
    method: 'GET',
    path: '/events',
    summary: 'Changes as they happen, as server-sent events',
    answer: 'PageEvent, one after the other',
    query: z.object({
      session: z.string().min(1).max(200).optional().describe('Also tell when this session grows'),
    }),
    run: (world, { query, signal }) => openEvents(world, query.session, signal),
  }),
]
