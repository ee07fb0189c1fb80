import type { FieldTable } from '../fields.ts'
import { defineKind } from './define.ts'

const TYPE = { type: ['string', 'Which attachment it is.'] } as const satisfies FieldTable

const PLAN = {
  ...TYPE,
  planFilePath: ['string', 'Path of the plan.'],
  planExists: ['boolean', 'The plan file is there.'],
  reminderType: ['string', '`full` or `sparse`.'],
  isSubAgent: ['boolean', 'In a subagent.'],
} as const satisfies FieldTable

const AUTO = {
  ...TYPE,
  reminderType: ['string', '`full` or `sparse`.'],
  autoModeConsentFlow: ['boolean', 'The user was asked first.'],
  bashFirst: ['boolean', 'A client switch.'],
  bypass: ['boolean', 'Permissions are not asked for.'],
  bashFirstSteer: ['string', 'A client switch: `relaxed`. Since 2.1.327.'],
  steerOnly: ['boolean', 'A client switch.'],
  finishExposedWork: ['boolean', 'A client switch. Since 2.1.327.'],
} as const satisfies FieldTable

const REMINDER = {
  ...TYPE,
  content: ['array', 'The items.'],
  itemCount: ['number', 'How many.'],
} as const satisfies FieldTable

/** What the model was told about the state of the session: modes, tasks, goals. */
export const attachmentStateKinds = [
  defineKind({
    kind: 'attachment/plan_mode',
    about: 'Plan mode is on.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: PLAN,
  }),
  defineKind({
    kind: 'attachment/plan_mode_reentry',
    about: 'Plan mode is on again.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: PLAN,
  }),
  defineKind({
    kind: 'attachment/plan_mode_exit',
    about: 'Plan mode was left.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: PLAN,
  }),
  defineKind({
    kind: 'attachment/auto_mode',
    about: 'Auto mode is on.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: AUTO,
  }),
  defineKind({
    kind: 'attachment/auto_mode_exit',
    about: 'Auto mode was left.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: AUTO,
  }),
  defineKind({
    kind: 'attachment/task_status',
    about: 'The state of a background task.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      taskId: ['string', 'The task.'],
      taskType: ['string', '`local_bash`, `local_agent` …'],
      status: ['string', '`running`, `completed`, `failed`, `killed`.'],
      description: ['string', 'The task in words.'],
      deltaSummary: ['string|null', 'What is new.'],
      outputFilePath: ['string', 'Where its output goes.'],
      canContinueAgent: ['boolean', 'The agent can be given more to do. Since 2.1.327.'],
    },
  }),
  defineKind({
    kind: 'attachment/goal_status',
    about: 'Whether the goal set by `/goal` is met.',
    seen: '4 recorded files',
    isChained: true,
    payload: 'attachment',
    fields: {
      ...TYPE,
      met: ['boolean', 'It is met.'],
      condition: ['string', 'The goal.'],
      sentinel: ['boolean', 'Marks that a goal was set.'],
      reason: ['string', 'Why it is met or not.'],
      iterations: ['number', 'Rounds so far.'],
      durationMs: ['number', 'Milliseconds so far.'],
      tokens: ['number', 'Tokens so far.'],
    },
  }),
  defineKind({
    kind: 'attachment/todo_reminder',
    about: 'The model was reminded of its todo list.',
    seen: '1 recorded file',
    isChained: true,
    payload: 'attachment',
    fields: REMINDER,
  }),
  defineKind({
    kind: 'attachment/task_reminder',
    about: 'The model was reminded of its tasks.',
    seen: '5 recorded files',
    isChained: true,
    payload: 'attachment',
    fields: REMINDER,
  }),
  defineKind({
    kind: 'attachment/ultra_effort_enter',
    about: 'Highest effort is on.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: { ...TYPE, reminderType: ['string', '`full` or `sparse`.'] },
  }),
  defineKind({
    kind: 'attachment/ultra_effort_exit',
    about: 'Highest effort was left.',
    seen: 'Shapes of real sessions up to 2.1.220',
    isChained: true,
    payload: 'attachment',
    fields: TYPE,
  }),
] as const
