import { inspectSource } from './inspect-source.ts'
import type { SessionSource } from './session-source.ts'
import { summarizeSource } from './summarize-source.ts'

/** Work on one session that a worker thread can take: plain values in, plain values out. */
export const JOBS = {
  summarize: summarizeSource,
  inspect: inspectSource,
} as const satisfies { readonly [name: string]: (source: SessionSource) => unknown }

export type JobName = keyof typeof JOBS
export type JobResult<Name extends JobName> = ReturnType<(typeof JOBS)[Name]>
