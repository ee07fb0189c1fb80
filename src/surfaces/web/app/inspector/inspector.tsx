/** What stands beside a session while it is read. Each tab asks one question of the server when it is opened. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ReturnFocus } from '../../../../page/return-focus.ts'
import { Tabs } from '../components/tabs.tsx'
import { useKeys } from '../keys.ts'
import { setQuery, useRoute } from '../router.ts'
import { AgentsPanel } from './agents-panel.tsx'
import { CompactionsPanel } from './compactions-panel.tsx'
import { CostPanel } from './cost-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import type { PanelProps } from './inspect-panel.tsx'
import { INSPECTOR_TABS, type InspectorTab, readTab, tabBeside } from './inspector-tabs.ts'
import { SentPanel } from './sent-panel.tsx'
import { TasksPanel } from './tasks-panel.tsx'
import { ToolsPanel } from './tools-panel.tsx'

const PANELS = {
  files: FilesPanel,
  tools: ToolsPanel,
  agents: AgentsPanel,
  tasks: TasksPanel,
  cost: CostPanel,
  compactions: CompactionsPanel,
  sent: SentPanel,
}

/** Open where the address says `?inspect=`; always listens to its keys. */
export function Inspector(props: PanelProps) {
  const tab = readTab(useRoute().query.get('inspect'))
  const last = useRef<InspectorTab>('files')
  if (tab) last.current = tab
  const show = (next: InspectorTab | undefined): void =>
    setQuery({
      inspect: next,
      ...(next === 'files' ? {} : { file: undefined }),
      ...(next === 'sent' ? {} : { request: undefined }),
    })
  const focus = useFocusInside(tab !== undefined)
  const close = (): void => {
    focus.giveBack()
    show(undefined)
  }
  useKeys('Inspector', [
    {
      keys: ['i'],
      says: tab
        ? 'Close the inspector'
        : 'Open the inspector: files, tools, agents, tasks, cost, compactions, requests',
      run() {
        if (tab) return close()
        focus.take()
        show(last.current)
      },
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
    <aside ref={focus.host} class="inspector" aria-label="Inspector">
      <div class="inspector-head">
        <Tabs<InspectorTab>
          label="Inspector"
          tabs={INSPECTOR_TABS}
          current={tab}
          onChange={show}
          panel="inspector-panel"
        />
        <button type="button" class="icon-button" aria-label="Close the inspector" onClick={close}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <div id="inspector-panel" class="inspector-panel" role="tabpanel" aria-label={label}>
        <Panel key={props.id} {...props} />
      </div>
    </aside>
  )
}

/** Whoever opens it by a key is in it at once, and where they were when it closes. */
function useFocusInside(isOpen: boolean) {
  const host = useRef<HTMLElement>(null)
  const back = useRef<ReturnFocus>(undefined)
  const isAsked = useRef(false)
  useLayoutEffect(() => {
    if (!isOpen || !isAsked.current) return
    isAsked.current = false
    host.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true })
  }, [isOpen])
  return {
    host,
    take(): void {
      back.current = new ReturnFocus()
      back.current.note()
      isAsked.current = true
    },
    giveBack(): void {
      // Who has clicked beside it since stays there.
      if (!host.current?.contains(document.activeElement)) return
      back.current?.giveBack(host.current)
      back.current = undefined
    },
  }
}
