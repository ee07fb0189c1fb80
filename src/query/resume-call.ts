import { existsSync } from 'node:fs'
import type { SessionSource } from '../source/session-source.ts'
import { quoteForShell } from '../text/quote-for-shell.ts'
import { activeConfig, type ClientMachine, isSamePath, listOwnConfigs } from './own-configs.ts'

/** How the client is called to go on with a session. */
export interface ResumeCall {
  readonly folder: string
  readonly id: string
  /** Set where the session is not in the config folder that the client uses by itself. */
  readonly configPath: string | undefined
}

/** The client finds a session by the name of its file. It goes onto a command line, so it must be nothing but an id. */
export function isResumable({ name }: Pick<SessionSource, 'name'>): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)
}

/** The config folder of a client here in which the session is; undefined where it is in none. */
export function findOwnConfig(machine: ClientMachine, source: SessionSource): string | undefined {
  if (!source.main || source.kept || !existsSync(source.main.path)) return undefined
  const { configPath } = source.root
  return listOwnConfigs(machine).find(own => configPath !== undefined && isSamePath(own, configPath))
}

/** The call for a session that is in a client's config folder. */
export function resumeCall(machine: ClientMachine, at: Pick<ResumeCall, 'folder' | 'id'>, config: string): ResumeCall {
  return { ...at, configPath: isSamePath(config, activeConfig(machine)) ? undefined : config }
}

/** What a person would type. */
export function formatResumeCall(platform: string, { folder, id, configPath }: ResumeCall): string {
  if (platform === 'win32') {
    const set = configPath === undefined ? '' : `set "CLAUDE_CONFIG_DIR=${configPath}" && `
    return `cd /d "${folder}" && ${set}claude --resume ${id}`
  }
  const set = configPath === undefined ? '' : `CLAUDE_CONFIG_DIR=${quoteForShell(configPath)} `
  return `cd ${quoteForShell(folder)} && ${set}claude --resume ${id}`
}
