import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAKE_KEY } from './world.ts'

const TOY_SERVER = fileURLToPath(new URL('./toy-server.js', import.meta.url))

/** A small repository with a command, a skill and an MCP server of its own, and a hook that can block a prompt. */
export function makeProject(folder: string): void {
  const files: { readonly [path: string]: string } = {
    'notes.txt': 'Ferries leave at nine.\n',
    'CLAUDE.md': 'We count ferries here.\n',
    '.claude/commands/otter.md': '---\ndescription: Says otter\n---\nSay otter about $ARGUMENTS [play hello]\n',
    '.claude/skills/feeding/SKILL.md':
      '---\nname: feeding\ndescription: How to feed otters\n---\nFeed them fish. [play hello]\n',
    '.mcp.json': toJson({ mcpServers: { toy: { command: process.execPath, args: [TOY_SERVER] } } }),
    '.claude/settings.json': toJson({
      permissions: { allow: ['Bash', 'Read', 'Write', 'Edit', 'Skill', 'mcp__toy', 'mcp__backscroll'] },
      enableAllProjectMcpServers: true,
      showClearContextOnPlanAccept: true,
      hooks: {
        UserPromptSubmit: [
          { hooks: [{ type: 'command', command: 'if grep -q BLOCKED; then echo not today >&2; exit 2; fi' }] },
        ],
      },
    }),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'First'],
  ]) {
    const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
}

/** A home in which the client asks nothing before the first prompt: who you are, which key, whether to trust. */
export function makeHome(home: string, project: string): void {
  mkdirSync(join(home, '.claude'), { recursive: true })
  writeFileSync(
    join(home, '.claude.json'),
    toJson({
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [FAKE_KEY.slice(-20)], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    }),
  )
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
