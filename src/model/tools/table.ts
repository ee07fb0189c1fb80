import { agent } from './agent.ts'
import { artifact } from './artifact.ts'
import { askUserQuestion } from './ask-user-question.ts'
import { bashOutput, killShell } from './background-shell.ts'
import { taskOutput, taskStop } from './background-task.ts'
import { bash, powerShell } from './bash.ts'
import { withCommonFacts } from './common-facts.ts'
import { cronCreate, cronDelete, cronList } from './cron.ts'
import type { ToolDefinition } from './define.ts'
import { edit } from './edit.ts'
import { generic as anyTool } from './generic.ts'
import { glob } from './glob.ts'
import { grep } from './grep.ts'
import { listAgents } from './list-agents.ts'
import { ls } from './ls.ts'
import { lsp } from './lsp.ts'
import { mcp as anyMcpTool } from './mcp.ts'
import { listMcpResources, readMcpResource, readMcpResourceDir, waitForMcpServers } from './mcp-resources.ts'
import { monitor } from './monitor.ts'
import { multiEdit } from './multi-edit.ts'
import { notebookEdit, notebookRead } from './notebook.ts'
import { enterPlanMode, exitPlanMode } from './plan-mode.ts'
import { pushNotification } from './push-notification.ts'
import { read } from './read.ts'
import { remoteTrigger } from './remote-trigger.ts'
import { reportFindings } from './report-findings.ts'
import { scheduleWakeup } from './schedule-wakeup.ts'
import { sendMessage } from './send-message.ts'
import { sendUserFile } from './send-user-file.ts'
import { skill, slashCommand } from './skill.ts'
import { structuredOutput } from './structured-output.ts'
import { taskCreate, taskGet, taskList, taskUpdate } from './task-list.ts'
import { teamCreate, teamDelete } from './team.ts'
import { todoWrite } from './todo-write.ts'
import { toolSearch } from './tool-search.ts'
import { webFetch } from './web-fetch.ts'
import { webSearch } from './web-search.ts'
import { workflow } from './workflow.ts'
import { enterWorktree, exitWorktree } from './worktree.ts'
import { write } from './write.ts'

const mcp = withCommonFacts(anyMcpTool)
const generic = withCommonFacts(anyTool)

/** Every tool we know, in the order of docs/format/tools.md; the last two match by prefix and match anything. */
export const TOOLS: readonly ToolDefinition[] = [
  ...[bash, powerShell, bashOutput, killShell, taskOutput, taskStop, monitor],
  ...[read, edit, multiEdit, write, notebookEdit, notebookRead, grep, glob, ls, lsp],
  ...[agent, workflow, sendMessage, listAgents, teamCreate, teamDelete],
  ...[todoWrite, taskCreate, taskUpdate, taskList, taskGet],
  ...[webFetch, webSearch, askUserQuestion, enterPlanMode, exitPlanMode, skill, slashCommand, toolSearch],
  ...[cronCreate, cronDelete, cronList, scheduleWakeup, enterWorktree, exitWorktree],
  ...[pushNotification, sendUserFile, artifact, remoteTrigger, reportFindings],
  ...[listMcpResources, readMcpResource, readMcpResourceDir, waitForMcpServers, structuredOutput],
]
  .map(withCommonFacts)
  .concat(mcp, generic)

const MCP_PREFIX = 'mcp__'

const BY_NAME: ReadonlyMap<string, ToolDefinition> = new Map(
  TOOLS.flatMap(tool => tool.names.map(name => [name, tool] as const)),
)

/** A tool of the client that has a page, or of an MCP server, whose names are free. */
export function isKnownTool(name: string): boolean {
  return BY_NAME.has(name) || name.startsWith(MCP_PREFIX)
}

/** The definition for a name as the model wrote it, whatever that is. */
export function findTool(name: string): ToolDefinition {
  return BY_NAME.get(name) ?? (name.startsWith(MCP_PREFIX) ? mcp : generic)
}
