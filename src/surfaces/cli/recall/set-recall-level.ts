import { writeSetting } from '../../../config/config-file.ts'
import { isRecallChoice, type RecallChoice, type RecallInSetting } from '../../../config/recall-setting.ts'
import type { Project } from '../../../source/project.ts'
import type { App } from '../app.ts'

/** Off for all is off: no project stays on behind somebody's back. */
export function setRecallLevel(
  app: App,
  project: Project,
  { level, isEverywhere }: { readonly level: string; readonly isEverywhere: boolean },
): void {
  if (!isRecallChoice(level)) return
  const { recall = 'off', recallIn = {} } = app.config
  if (!isEverywhere) {
    writeSetting(app.configPath, 'recallIn', withLevel(recallIn, project.path, level === recall ? undefined : level))
    return
  }
  writeSetting(app.configPath, 'recall', level === 'off' ? undefined : level)
  if (level === 'off') writeSetting(app.configPath, 'recallIn', undefined)
}

/** Undefined where no project has a level of its own any more. */
function withLevel(
  levels: RecallInSetting,
  path: string,
  level: RecallChoice | undefined,
): RecallInSetting | undefined {
  const others = Object.entries(levels).filter(([folder]) => folder !== path)
  const entries = level === undefined ? others : [...others, [path, level] as const]
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
