/** What stands beside a session while it is read. Each tab asks one question of the server when it is opened. */
import { useRef } from 'preact/hooks'
import { Tabs } from '../components/tabs.tsx'
import { useKeys } from '../keys.ts'
import { setQuery, useRoute } from '../router.ts'
import { AgentsPanel } from './agents-panel.tsx'
import { CompactionsPanel } from './compactions-panel.tsx'
import { CostPanel } from './cost-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import type { PanelProps } from './inspect-panel.tsx'
import { INSPECTOR_TABS, type InspectorTab, readTab, tabBeside } from './inspector-tabs.ts'
import { TasksPanel } from './tasks-panel.tsx'
import { ToolsPanel } from './tools-panel.tsx'

const PANELS = {
  files: FilesPanel,
  tools: ToolsPanel,
  agents: AgentsPanel,
  tasks: TasksPanel,
  cost: CostPanel,
  compactions: CompactionsPanel,
}

/** Open where the address says `?inspect=`; always listens to its keys. */
export function Inspector(props: PanelProps) {
  const tab = readTab(useRoute().query.get('inspect'))
  const last = useRef<InspectorTab>('files')
  if (tab) last.current = tab
  const show = (next: InspectorTab | undefined): void =>
    setQuery({ inspect: next, ...(next === 'files' ? {} : { file: undefined }) })
  useKeys('Inspector', [
    {
      keys: ['i'],
      says: tab ? 'Close the inspector' : 'Open the inspector: files, tools, agents, tasks, cost, compactions',
      run: () => show(tab ? undefined : last.current),
    },
    ...(tab
      ? [
          { keys: ['['], says: 'The tab before', run: () => show(tabBeside(tab, -1)) },
          { keys: [']'], says: 'The next tab', run: () => show(tabBeside(tab, 1)) },
        ]
      : []),
  ])
  if (!tab) return null
  const Panel = PANELS[tab]
  const label = INSPECTOR_TABS.find(({ id }) => id === tab)?.label ?? ''
  return (
    <aside class="inspector" aria-label="Inspector">
      <div class="inspector-head">
        <Tabs<InspectorTab>
          label="Inspector"
          tabs={INSPECTOR_TABS}
          current={tab}
          onChange={show}
          panel="inspector-panel"
        />
        <button type="button" class="icon-button" aria-label="Close the inspector" onClick={() => show(undefined)}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <div id="inspector-panel" class="inspector-panel" role="tabpanel" aria-label={label}>
        <Panel key={props.id} {...props} />
      </div>
    </aside>
  )
}
