import { join } from 'node:path'

/** What hooks keep, in the folder that backscroll keeps its things in. All of it can be deleted at any time. */
export interface HookPlaces {
  readonly folder: string
  /** One small file per session that is to be kept; the name follows from the session, so there is one however often it is asked. */
  readonly pending: string
  /** Held by the one process that works off `pending`. */
  readonly worker: string
  /** One line per failure, the newest last; `doctor` shows them. */
  readonly failures: string
  /** One line per question to the index and what came of it, the newest last; `doctor` counts them. */
  readonly recalls: string
  /** What was shown in each running session: `<session>.jsonl`. */
  readonly recall: string
  /** Which session runs in which client process: `<pid>.json`. */
  readonly callers: string
}

export function hookPlaces(keepDir: string): HookPlaces {
  const folder = join(keepDir, 'hooks')
  return {
    folder,
    pending: join(folder, 'pending'),
    worker: join(folder, 'worker'),
    failures: join(folder, 'failures.jsonl'),
    recalls: join(folder, 'recalls.jsonl'),
    recall: join(folder, 'recall'),
    callers: join(folder, 'callers'),
  }
}
