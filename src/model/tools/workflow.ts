import { asObject, asString } from '../../format/json.ts'
import { startBackgroundTask } from '../facts/background-tasks.ts'
import type { AgentSpawn } from '../facts/facts.ts'
import { ownHead } from '../facts/own-head.ts'
import { createCallNotes } from './call-notes.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

const spawns = createCallNotes<AgentSpawn>()

export const workflow = defineTool({
  names: ['Workflow'],
  about: 'Runs a script that starts many agents in the background.',
  seen: '2.1.2 and later; fixtures only',
  input: {
    script: ['string', 'The script itself.'],
    scriptPath: ['string', 'Or the file that holds it.'],
    name: ['string', 'Or the name of a saved one. Code only.'],
    title: ['string', 'Ignored by the client. Since 2.1.327, schema only.'],
    description: ['string', 'Ignored by the client. Since 2.1.327, schema only.'],
    args: ['any', 'What the script is given.'],
    resumeFromRunId: ['string', 'Go on with an earlier run. Code only.'],
  },
  result: {
    isAsync: ['boolean', 'It goes on in the background.'],
    status: ['string', '`async_launched`.'],
    runId: ['string', 'Names the folder `workflows/<runId>` of its agents.'],
    taskId: ['string', 'Its background task.'],
    taskType: ['string', '`local_workflow`. Code only.'],
    workflowName: ['string', 'Its name. Code only.'],
    summary: ['string', 'What it does. Code only.'],
    transcriptDir: ['string', 'Folder with the transcripts of its agents.'],
    scriptPath: ['string', 'File with the script.'],
  },
  headline: input => oneLine(input.name) || oneLine(input.scriptPath) || oneLine(input.script),
  onUse({ call, input, facts }) {
    const spawn: AgentSpawn = {
      call,
      agentType: undefined,
      description: asString(input.name) || undefined,
      promptHead: ownHead(asString(input.script) ?? '', 500),
      agentId: undefined,
      status: 'running',
      isResume: typeof input.resumeFromRunId === 'string',
      resultTokens: undefined,
      workflowId: undefined,
    }
    facts.spawns.push(spawn)
    spawns.put(call, spawn)
  },
  onResult({ call, structured, text, facts }) {
    const result = asObject(structured)
    const spawn = spawns.take(call)
    if (spawn) {
      spawn.status = call.status === 'ok' ? 'async' : call.status === 'interrupted' ? 'interrupted' : 'failed'
      const runId = asString(result?.runId)
      if (runId) spawn.workflowId = ownHead(runId, 200)
    }
    if (call.status !== 'ok') return
    const taskId = asString(result?.taskId) ?? /Task ID: ([\w-]{1,200})/.exec(text.slice(0, 1000))?.[1]
    if (taskId) startBackgroundTask(facts, { id: taskId, kind: 'workflow', call })
  },
})
