import { flag, int, maybeInt, maybeText, text } from '../define-table.ts'
import { defineFact } from './define-fact.ts'

/** What a session did, as facts that point back at entries and calls. */

export const fileTouches = defineFact({
  name: 'file_touches',
  says: 'Files read or changed by calls that succeeded.',
  columns: {
    path: text('path as recorded'),
    base_name: text('last part of the path, in lower case'),
    action: text('read, create, write, edit, delete'),
    added: int('lines'),
    removed: int('lines'),
    hunks: text(
      'JSON list of [old start, old lines, new start, new lines]; the lines stand in the entry of the result',
    ),
    is_user_modified: flag('the user changed the proposal'),
  },
  indexes: [{ on: ['base_name'] }],
})

export const commands = defineFact({
  name: 'commands',
  says: 'Commands that were run.',
  columns: {
    text: text('head of the command line'),
    exit_code: maybeInt('0 for success; empty while unknown'),
    is_interrupted: flag('stopped by the user'),
    background_task_id: maybeText('where it went on in the background'),
  },
})

export const errors = defineFact({
  name: 'errors',
  says: 'Errors that were met.',
  columns: { message: text('head of the message and its telling lines'), source: text('tool, api, hook or client') },
})

export const urls = defineFact({
  name: 'urls',
  says: 'Addresses fetched, found, typed or written.',
  columns: { url: text('address'), source: text('fetch, search, prompt or answer') },
})

export const commits = defineFact({
  name: 'commits',
  says: 'Commits that were made.',
  columns: {
    sha: text('as printed, short or full; empty where nothing shows it'),
    subject: maybeText('first line of the message'),
    branch: maybeText('branch'),
    known_by: text('how it is known'),
  },
  indexes: [{ on: ['sha'] }],
})

export const pullRequests = defineFact({
  name: 'pull_requests',
  says: 'Pull requests that were opened or named by the client, each once per thread.',
  columns: {
    url: text('address'),
    pr_number: maybeInt('its number'),
    repository: maybeText('owner/name'),
    known_by: text('how it is known'),
  },
})

export const questions = defineFact({
  name: 'questions',
  says: 'Questions to the user, with answers.',
  columns: {
    question: text('the question'),
    header: maybeText('its short name'),
    options: text('JSON list of choices'),
    is_multi_select: flag('several may be chosen'),
    answer: maybeText('empty while unanswered or rejected'),
  },
})

export const plans = defineFact({
  name: 'plans',
  says: 'Versions of plans, with what the user said to them.',
  columns: {
    version: int('from 1 within the thread'),
    title: maybeText('first heading or line'),
    file_path: maybeText('file of the plan'),
    verdict: text('approved, rejected or pending'),
    feedback: maybeText('what the user said'),
  },
})

export const tasks = defineFact({
  name: 'tasks',
  says: 'Changes of todos and tasks.',
  columns: {
    list: text('todos or tasks'),
    task_id: text('task id, or position in the list'),
    subject: maybeText('what it is'),
    from_status: maybeText('status before'),
    to_status: text('status after'),
  },
})

export const slashCommands = defineFact({
  name: 'slash_commands',
  says: 'Slash commands that were typed.',
  columns: { name: text('with its slash'), args: text('what followed') },
})

export const skills = defineFact({
  name: 'skills',
  says: 'Skills that were used.',
  columns: { name: text('skill'), args: maybeText('what followed') },
})

export const hooks = defineFact({
  name: 'hooks',
  says: 'Hooks that ran.',
  columns: {
    event: text('event'),
    name: maybeText('event and matcher'),
    command: maybeText('its command'),
    tool_use_id: maybeText('call it guarded'),
    outcome: text('how it ended'),
    duration_ms: maybeInt('how long'),
    injected_chars: int('characters put into the context'),
  },
})

export const backgroundTasks = defineFact({
  name: 'background_tasks',
  says: 'Work that went on after its call returned.',
  columns: {
    task_id: text('its id'),
    kind: text('shell, agent, workflow, monitor, unknown'),
    status: text('as last reported'),
    reports: int('notifications about it'),
    polls: int('calls that asked for it'),
  },
})

export const prompts = defineFact({
  name: 'prompts',
  says: 'Everything people said, wherever the client stored it.',
  columns: {
    source: text('prompt, queued, answer, rejection, command …'),
    text: text('head'),
    state: text('sent, waiting, taken-up, dropped'),
  },
})

export const spawns = defineFact({
  name: 'spawns',
  says: 'Calls that start a subagent or go on with one.',
  columns: {
    agent_type: maybeText('type'),
    description: maybeText('what for'),
    prompt: text('head of the prompt'),
    spawned: maybeText('agent id, where known'),
    status: text('how it ended'),
    is_resume: flag('goes on with an earlier agent'),
    workflow_id: maybeText('workflow run'),
  },
})
