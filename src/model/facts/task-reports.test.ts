import { expect, test } from 'vitest'
import { parseTaskReports } from './task-reports.ts'

test('every notification of a text is read', () => {
  const text =
    '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<result><status>x</status></result>\n</task-notification>\n<task-notification><task-id>b2</task-id><status>failed</status></task-notification>\nRead the output file'
  expect(parseTaskReports(text)).toEqual([
    { id: 'a1', status: 'completed' },
    { id: 'b2', status: 'failed' },
  ])
})

test('the older form and a cut one are read too', () => {
  expect(
    parseTaskReports('<agent-notification><agent-id>a1</agent-id><status>completed</status></agent-notification>'),
  ).toEqual([{ id: 'a1', status: 'completed' }])
  expect(parseTaskReports('<task-notification><task-id>a1</task-id>')).toEqual([{ id: 'a1', status: undefined }])
})

test('a notification without an id is about no task', () => {
  expect(parseTaskReports('<task-notification><summary>Goal check-in</summary></task-notification>')).toEqual([])
})
