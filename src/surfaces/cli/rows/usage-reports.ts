/** What help says of each report. The reports themselves are loaded when one is asked for; a test compares the two. */
export const USAGE_REPORTS: readonly { readonly name: string; readonly summary: string }[] = [
  { name: 'daily', summary: 'By day' },
  { name: 'weekly', summary: 'By week, from Monday on' },
  { name: 'monthly', summary: 'By month' },
  { name: 'sessions', summary: 'By session' },
  { name: 'projects', summary: 'By project: a repository with its worktrees and clones, or a folder' },
  { name: 'models', summary: 'By model' },
  { name: 'branches', summary: 'By git branch, in each project' },
  { name: 'prs', summary: 'By pull request: the turns that led to it and followed it' },
  { name: 'commits', summary: 'By commit: the turns that led to it' },
  { name: 'tools', summary: 'By tool: requests that called it' },
  { name: 'agents', summary: 'By type of subagent; with --session, the tree of them' },
  { name: 'prompts', summary: 'By prompt: everything until the next one, subagents included' },
  { name: 'files', summary: 'By file: requests that read or changed it' },
  { name: 'blocks', summary: 'By five-hour block, with gaps, burn rate and projection' },
]
