import { ENRICH_VARIABLE } from '../../../config/enrich-variable.ts'

interface Environment {
  readonly [name: string]: string | undefined
}

/**
 * What Claude Code leaves in the environment of what it starts, to say which session that is. Since 2.1.39 it refuses to
 * start where `CLAUDECODE` is set; others make a run take itself for that session. A run of ours is a session of its own.
 * Variables that hold a login or a choice of model stay.
 */
const OF_A_SESSION: ReadonlySet<string> = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SESSION_ACCESS_TOKEN',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_ENV_FILE',
])

export function childEnvironment(env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => !OF_A_SESSION.has(name))
  return { ...Object.fromEntries(kept), [ENRICH_VARIABLE]: '1' }
}
