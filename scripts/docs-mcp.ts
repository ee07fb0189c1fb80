/** The page docs/mcp.md, from the rows of src/surfaces/mcp/tools: `npm run docs`. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { INSTRUCTIONS } from '../src/surfaces/mcp/create-server.ts'
import type { Tool } from '../src/surfaces/mcp/define-tool.ts'
import { DEFAULT_BYTES, MAX_BYTES, sharedInput } from '../src/surfaces/mcp/frame.ts'
import { MIN_BYTES } from '../src/surfaces/mcp/pack-answer.ts'
import { PROMPTS } from '../src/surfaces/mcp/prompts.ts'
import { TOOLS } from '../src/surfaces/mcp/tools/table.ts'
import { renderFields } from './docs-fields.ts'

export const MCP_PAGE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'mcp.md')

export function renderMcpPage(): string {
  const parts = [
    '# The MCP server',
    '<!-- Made by scripts/docs-mcp.ts from src/surfaces/mcp; change those files. -->',
    INTRODUCTION,
    '## Set up',
    SET_UP,
    '## How Claude finds them',
    renderFinding(TOOLS),
    '## Whose sessions',
    SCOPE,
    '## Answers',
    ANSWERS,
    ...renderFields('argument', sharedInput),
    '## When it cannot answer',
    TROUBLE,
    '## Prompts',
    renderPrompts(),
    '## Resources',
    RESOURCES,
    '## Over HTTP',
    HTTP,
    '## Tools',
    renderList(TOOLS),
    ...TOOLS.flatMap(renderTool),
  ]
  return `${parts.join('\n\n')}\n`
}

const INTRODUCTION = `With it Claude can look things up in your earlier sessions by itself: a few tools, from cheap to deep, each a question that \`backscroll\` also answers on the command line. It only reads. Nothing is recalled unasked: that is what hooks do, where you switch it on ([recall](recall.md)).`

const SET_UP = `\`backscroll install\` makes it known to Claude Code. By hand:

\`\`\`sh
claude mcp add backscroll -- backscroll mcp
\`\`\`

The client starts \`backscroll mcp\` and speaks with it on stdin and stdout; it ends when the client does. Clients of the protocol from 2024-11-05 to 2026-07-28 are answered. What is new on disk is looked at before a question, at most every two seconds; the rest is found as \`backscroll sync\` left it.`

const SCOPE = `Every tool asks the sessions of one project, unless \`scope\` is \`all\`: the project of the client's first root, else of \`CLAUDE_PROJECT_DIR\`, else of the folder the client started the server in ([over HTTP](#over-http) the address says it). A project is a repository with its worktrees and clones, as everywhere in backscroll. Where a project has nothing, the answer says what other projects hold, those of one name with as much of their path as tells them apart.

The session that asks is left out, with what other sessions repeat of it: the model knows it already. It is known from the client's own note (\`sessions/<pid>.json\`) or from a hook of backscroll in the same client, looked up at each call, and never guessed; \`status\` says whether it is known, and what to do where it is not. \`include_current\` brings it in.`

const ANSWERS = `Plain text between \`<backscroll-history>\` and \`</backscroll-history>\`, at most \`max_bytes\` of UTF-8 in all (${MIN_BYTES} to ${MAX_BYTES}, ${DEFAULT_BYTES} if nobody says). A longer one ends between two hits, turns or rows, says how much was shown, and with which \`cursor\` the same call goes on. A cursor belongs to one tool with its arguments; where the answer has changed since, it is refused.

Citations such as \`[3f2a1b2c:4]\` (session, turn) are what \`read\` and \`backscroll show\` take. Everything from a transcript is quoted: control characters and all that Unicode calls ignorable are taken out or made visible, marks that could pass for ours or the client's are broken up (\`[<] \`), also where they are spaced, in full-width or mathematical letters or in look-alikes of other alphabets, and lines that are wholly its own begin with \`>\`, as none of ours does. It is history, and the first line of each answer says so; a line that reads like an order is marked. Answers are not indexed again: what was looked up is no source of its own.

Beside its own arguments every tool takes:`

const TROUBLE = `A call that cannot be answered is a result with \`isError\`: one sentence that names the thing, and what to do next. An argument that is missing, wrong or unknown is named, with what it has to be. Where nothing is kept yet, it says that \`backscroll sync\` makes it. An index that is missing, half made or of an older version is waited for three seconds and not asked: it would say that there is nothing where there is. The answer then says whether somebody is at work on it. Eight calls are at work at a time, in steps, and between two steps others are heard: a ping is answered, and a call that was taken back before its turn is neither begun nor answered. One that is taken back during a step ends with it, unanswered. On stdin a message of more than 4 MB is refused, and the next is read; a line that is not JSON is answered with -32700, one that is no message with -32600, under its id or, where it has none, under \`null\`. A batch of up to a hundred messages, as the protocol of 2025-03-26 had them, is taken as its messages: each is answered by itself. Of a bug nothing is told but that it is one; with \`BACKSCROLL_DEBUG=1\` in its environment the server says where, on stderr.`

const RESOURCES = `\`backscroll://session/{id}\` is a session as prompts and answers, \`backscroll://session/{id}/turn/{n}\` one turn of it; an id may be the beginning of one. They are those of the project: its twenty newest are listed, ids are completed, and for a session of another project the call of \`read\` is named that opens it. A long session ends with the call of \`read\` that goes on.`

const HTTP = `\`backscroll mcp --http\` listens at \`http://127.0.0.1:4871/mcp\` (\`--port\` for another), on this machine alone, and prints how to make it known:

\`\`\`sh
claude mcp add --transport http backscroll "http://127.0.0.1:4871/mcp?project=<folder>" --header "Authorization: Bearer <key>"
\`\`\`

The key is kept in \`$BACKSCROLL_HOME/mcp-token\` (0600) and stays the same. Requests under another name than that of this machine, or from a page of another origin, are turned away as by the [page's server](api.md). Such a server is not started by the client, so it cannot know who asks: \`?project=<folder>\` behind the address says whose project, where the client names no roots, and \`&session=<id>\` which session to leave out. Where neither says it, only \`scope: "all"\` is answered: the project of the server is nobody's.`

function renderFinding(tools: readonly Tool[]): string {
  const loaded = tools.filter(tool => tool.isAlwaysLoaded).map(({ name }) => `\`${name}\``)
  return `Newer versions of Claude Code defer the tools of servers: the model sees their names, and has to ask for a tool (\`ToolSearch\`) before it can call it. So ${loaded.join(' and ')} say of themselves that they are always to be loaded (\`anthropic/alwaysLoad\` in their \`_meta\`), and the others have words by which they are found (\`anthropic/searchHint\`). The instructions of the server stand in the first request of print mode; in a terminal they were seen from the second prompt on, the two tools from the first. They say when to look, and that \`ToolSearch\` with "+backscroll" finds the rest:

> ${INSTRUCTIONS}

Nothing has to be set for this. \`"alwaysLoad": true\` in the entry of a server would load all tools, and let the client wait for the server at its start; \`install\` does not write it. Seen in the requests of Claude Code 2.1.150 and 2.1.327, with the server in the settings and by the plugin.`
}

function renderPrompts(): string {
  const rows = PROMPTS.map(
    ({ name, description, topic }) =>
      `| \`${name}\` | \`/mcp__backscroll__${name}\` | ${description} | \`topic\`: ${topic} |`,
  )
  return ['| prompt | in Claude Code | what it does | takes |', '|---|---|---|---|', ...rows].join('\n')
}

function renderList(tools: readonly Tool[]): string {
  const rows = tools.map(({ name, title }) => `| [\`${name}\`](#${name}) | ${title} |`)
  return ['| tool | answers |', '|---|---|', ...rows].join('\n')
}

function renderTool({ name, description, input }: Tool): string[] {
  return [`### ${name}`, description, ...renderFields('argument', input)]
}
