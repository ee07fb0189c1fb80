import { type Work, WorkFolders } from '../src/model/work-folders.ts'

/** Folder of the line, and the call it makes; without one it is an answer in words. */
export type CallInput = readonly [cwd: string, name?: string, input?: { readonly [field: string]: string }]

/** Where these answers worked. */
export function weigh(lines: readonly CallInput[]): Work {
  const folders = new WorkFolders()
  for (const [cwd, name, input] of lines) {
    const content = name === undefined ? [{ type: 'text', text: 'Yes' }] : [{ type: 'tool_use', name, input }]
    folders.add({ cwd, message: { content } })
  }
  return WorkFolders.sum([folders])
}
