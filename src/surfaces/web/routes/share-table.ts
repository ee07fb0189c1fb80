import { z } from 'zod'
import { usualLevel } from '../../../share/export-shape.ts'
import { defineRoute, type Route } from '../define-route.ts'
import { reviewRedaction } from './redaction.ts'
import { exportSession } from './session-export.ts'

const WORDS = z
  .array(z.string().trim().min(1).max(1000))
  .max(500)
  .default([])
  .describe('Words and phrases to take out as well')
const KEEP = z.array(z.string().min(1).max(20_000)).max(2000).default([]).describe('Values to leave as they are')

const PEOPLE = z
  .boolean()
  .default(false)
  .describe('Take out telephone numbers, public addresses, coordinates and national ids as well')

export const shareRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/sessions/:id/redaction',
    summary: 'What an export would take out of a session, with the values, for its owner to look at',
    answer: 'RedactionReview',
    query: z.object({}),
    body: z.object({ words: WORDS, keep: KEEP, people: PEOPLE }),
    run: (world, { params, body, signal }) => reviewRedaction(world, { id: params.id ?? '', redacts: body, signal }),
  }),
  defineRoute({
    method: 'POST',
    path: '/sessions/:id/export',
    summary: 'A session as a file, with secrets taken out unless somebody says otherwise',
    answer: 'the file, as an attachment',
    query: z.object({}),
    body: z.object({
      format: z.enum(['html', 'md', 'json', 'jsonl', 'txt']).default('html').describe('What to write'),
      level: z
        .enum(['prompts', 'answers', 'tools', 'all', 'raw'])
        .optional()
        .describe('How much (default: all for html and json, tools for md and txt, raw for jsonl)'),
      turns: z
        .string()
        .regex(/^\d{1,9}(-\d{1,9})?$/, 'write it as 4 or 4-9')
        .optional()
        .describe('Only these turns: `4` or `4-9`'),
      agents: z.enum(['nested', 'none', 'only']).default('nested').describe('What becomes of subagents'),
      redact: z.boolean().default(true).describe('Take out what is secret; jsonl needs `false`'),
      words: WORDS,
      keep: KEEP,
      people: PEOPLE,
      hasImages: z.boolean().default(true).describe('Images and documents too, which nobody looks into'),
    }),
    run: (world, { params, body, signal }) => {
      const { turns, redact, words, keep, people, ...shape } = body
      const [from = 0, to = from] = turns?.split('-').map(Number) ?? []
      return exportSession(world, {
        ...shape,
        level: shape.level ?? usualLevel(shape.format),
        id: params.id ?? '',
        turns: turns === undefined ? undefined : { from, to },
        redacts: redact ? { words, keep, people } : undefined,
        signal,
      })
    },
  }),
]
