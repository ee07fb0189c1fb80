import { JOBS, type JobName, type JobResult } from './jobs.ts'
import type { SessionSource } from './session-source.ts'

/** Work that several threads share: each takes the next session that nobody has taken. */
export interface WorkList {
  readonly job: JobName
  readonly sources: readonly SessionSource[]
  /** Positions in `sources`, the largest session first: one that is begun last would keep a thread alone at the end. */
  readonly order: Int32Array
  /** One number in shared memory: how many positions of `order` are taken. */
  readonly taken: Int32Array<SharedArrayBuffer>
}

/** Takes sessions until none is left. */
export function workOff<Name extends JobName>(
  work: WorkList & { readonly job: Name },
  onResult: (at: number, result: JobResult<Name>) => void,
): void {
  const run = JOBS[work.job] as (source: SessionSource) => JobResult<Name>
  for (;;) {
    const at = work.order[Atomics.add(work.taken, 0, 1)]
    if (at === undefined) return
    onResult(at, run(work.sources[at] as SessionSource))
  }
}
