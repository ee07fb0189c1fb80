import type { ToolView } from './define.ts'
import { agentView, messageView, workflowView } from './delegation.ts'
import { planView, questionView } from './dialogue.ts'
import { editView, notebookView, readView, writeView } from './files.ts'
import { genericView } from './generic.ts'
import { searchView } from './search.ts'
import { shellOutputView, shellView } from './shell.ts'
import { taskListView, taskOutputView, todoView } from './tasks.ts'
import { fetchView, webSearchView } from './web.ts'

const VIEWS: readonly ToolView[] = [
  shellView,
  shellOutputView,
  readView,
  writeView,
  editView,
  notebookView,
  searchView,
  fetchView,
  webSearchView,
  todoView,
  taskListView,
  taskOutputView,
  questionView,
  planView,
  agentView,
  workflowView,
  messageView,
]

const BY_NAME: ReadonlyMap<string, ToolView> = new Map(
  VIEWS.flatMap(view => view.names.map(name => [name, view] as const)),
)

export function viewOfTool(name: string): ToolView {
  return BY_NAME.get(name) ?? genericView
}
