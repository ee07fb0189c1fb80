import { z } from 'zod'
import { defineRoute, type Route } from '../define-route.ts'
import { askReport } from '../reports/ask-report.ts'
import { askUsageReport } from '../reports/ask-usage-report.ts'
import { askFileChange, fileChangeQuery } from './file-change.ts'
import { askFileState, askFileSteps, fileStateQuery, fileStepsQuery } from './file-steps.ts'
import { askFiles, filesQuery } from './files.ts'
import { forgetBody, forgetSession, previewForget } from './forget.ts'
import { pinBody, setPin, setTags, tagsBody } from './marks.ts'
import { askSearch, searchQuery } from './search.ts'
import { askChoices, choicesQuery } from './search-choices.ts'
import { sessionsQuery } from './sessions.ts'
import { usageQuery } from './usage.ts'
import { explainQuery } from './usage-explain.ts'
import { listReports } from './usage-reports.ts'

const NOTHING = z.object({})

export const listsRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/home',
    summary: 'What happened lately, what runs, what the client will delete, what it cost',
    answer: 'HomeReport',
    query: NOTHING,
    run: world => askReport(world, 'home', {}),
  }),
  defineRoute({
    method: 'GET',
    path: '/sessions',
    summary: 'Sessions, newest first, in pieces: what `backscroll ls` lists, with costs, files and marks',
    answer: 'SessionPage',
    query: sessionsQuery,
    run: (world, { query }) => askReport(world, 'sessions', query),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects',
    summary: 'Projects with their sessions, last active first',
    answer: 'ProjectList',
    query: NOTHING,
    run: world => askReport(world, 'projects', {}),
  }),
  defineRoute({
    method: 'GET',
    path: '/search',
    summary: 'What was said or done: what `backscroll search --json` prints',
    answer: 'SearchAnswer',
    query: searchQuery,
    run: (world, { query, signal }) => askSearch(world, query, signal),
  }),
  defineRoute({
    method: 'GET',
    path: '/search/choices',
    summary: 'What a filter can be set to, and how many sessions have it',
    answer: 'FilterValues',
    query: choicesQuery,
    run: (world, { query }) => askChoices(world, query),
  }),
  defineRoute({
    method: 'GET',
    path: '/files',
    summary: 'Who read or changed a file, or the files changed last: what `backscroll files --json` prints',
    answer: 'FileHistory',
    query: filesQuery,
    run: (world, { query }) => askFiles(world, query),
  }),
  defineRoute({
    method: 'GET',
    path: '/files/change',
    summary: 'One row of a file’s history, opened: the prompt, and what each call read or changed',
    answer: 'FileChange',
    query: fileChangeQuery,
    run: (world, { query }) => askFileChange(world, query),
  }),
  defineRoute({
    method: 'GET',
    path: '/files/steps',
    summary: 'What happened to one file, step by step over all sessions, and how sure it is what it was after each',
    answer: 'FileSteps',
    query: fileStepsQuery,
    run: (world, { query }) => askFileSteps(world, query),
  }),
  defineRoute({
    method: 'GET',
    path: '/files/state',
    summary: 'One file as it was after a step, or what differs there from another step',
    answer: 'FileState',
    query: fileStateQuery,
    run: (world, { query }) => askFileState(world, query),
  }),
  defineRoute({
    method: 'GET',
    path: '/usage',
    summary: 'Tokens and money: what `backscroll usage --json` prints',
    answer: 'UsageReport, with `limits` in the report by blocks',
    query: usageQuery,
    run: (world, { query }) => askUsageReport(world, 'usage', query),
  }),
  defineRoute({
    method: 'GET',
    path: '/usage/explain',
    summary: 'The requests behind a row, in pieces: what `backscroll usage --explain --json` prints',
    answer: 'ExplainedPage',
    query: explainQuery,
    run: (world, { query }) => askUsageReport(world, 'explained', query),
  }),
  defineRoute({
    method: 'GET',
    path: '/usage/reports',
    summary: 'Names and summaries of the usage reports',
    answer: 'UsageReports',
    query: NOTHING,
    run: listReports,
  }),
  defineRoute({
    method: 'GET',
    path: '/doctor',
    summary:
      'How completely the transcripts are understood: what `backscroll doctor --json` prints, without `installation`',
    answer: 'DoctorReport',
    query: NOTHING,
    run: world => askReport(world, 'doctor', {}),
  }),
  defineRoute({
    method: 'POST',
    path: '/sessions/:id/pin',
    summary: 'Pin a session, or take the pin away',
    answer: 'SessionMarks',
    query: NOTHING,
    body: pinBody,
    run: (world, { params, body }) => setPin(world, params.id ?? '', body),
  }),
  defineRoute({
    method: 'POST',
    path: '/sessions/:id/tags',
    summary: 'Give tags to a session, or take some away',
    answer: 'SessionMarks',
    query: NOTHING,
    body: tagsBody,
    run: (world, { params, body }) => setTags(world, params.id ?? '', body),
  }),
  defineRoute({
    method: 'GET',
    path: '/sessions/:id/forget',
    summary: 'What would go if a session were forgotten',
    answer: 'ForgetPreview',
    query: NOTHING,
    run: (world, { params }) => previewForget(world, params.id ?? ''),
  }),
  defineRoute({
    method: 'POST',
    path: '/sessions/:id/forget',
    summary: 'Take a session out of archive and index for good; the whole id has to be repeated',
    answer: 'ForgetReport',
    query: NOTHING,
    body: forgetBody,
    run: (world, { params, body }) => forgetSession(world, params.id ?? '', body),
  }),
]
