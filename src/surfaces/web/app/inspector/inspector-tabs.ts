export const INSPECTOR_TABS = [
  { id: 'files', label: 'Files' },
  { id: 'tools', label: 'Tools' },
  { id: 'agents', label: 'Agents' },
  { id: 'tasks', label: 'Tasks' },
  { id: 'cost', label: 'Cost' },
  { id: 'compactions', label: 'Compactions' },
  { id: 'sent', label: 'Sent' },
] as const

export type InspectorTab = (typeof INSPECTOR_TABS)[number]['id']

/** Undefined: it is closed. A name that does not exist opens the first. */
export function readTab(name: string | null): InspectorTab | undefined {
  if (name === null) return undefined
  return INSPECTOR_TABS.find(({ id }) => id === name)?.id ?? 'files'
}

/** The one beside it, round and round. */
export function tabBeside(tab: InspectorTab, step: 1 | -1): InspectorTab {
  const at = INSPECTOR_TABS.findIndex(({ id }) => id === tab)
  const next = INSPECTOR_TABS[(at + step + INSPECTOR_TABS.length) % INSPECTOR_TABS.length]
  return next?.id ?? tab
}
