// Makes docs/security.md from the attacks that tests try again.
import { fileURLToPath } from 'node:url'
import type { Attack } from '../test/attacks/attack.ts'
import { ATTACKS } from '../test/attacks/table.ts'

export const SECURITY_PAGE = fileURLToPath(new URL('../docs/security.md', import.meta.url))

const HEAD = `# Security

<!-- Made by scripts/docs-security.ts from test/attacks; change those files. -->

What backscroll reads was written by others: by a model, by programs it ran, by pages it fetched, by whoever sent you an archive. And what it keeps is worth stealing. This page says what is protected against whom, and lists the attacks that were tried, each with the test that tries it again.

## What is protected

- **Your terminal, browser and editor** from what stands in a transcript: control characters, escape sequences, scripts, links, names of files.
- **Your files** from archives, imports and links of others: only known places are written, nothing is followed out of the folder at hand, nothing that is there is replaced.
- **Your sessions** from loss: kills, full disks, power cuts and damaged indexes cost no byte that was kept.
- **Your sessions** from other programs and pages on the same machine: the page and the MCP server over HTTP want a key that no other origin has, and look at host and origin.
- **What you share** from giving away secrets ([sharing.md](sharing.md) says what is found and what is not).
- **The model** from what looks like orders in old text: it is quoted, and marks that could pass for the client's or ours are broken up ([mcp.md](mcp.md), [recall.md](recall.md)). That is a help, not a wall.

## What is not

- Whoever can run programs as you can read what you can: transcripts, archive, keys. Files have mode 0600, folders 0700; nothing is encrypted.
- Whoever can write to your config folder decides what the client runs. \`doctor\` shows which hooks are set.
- A secret that no rule knows stays in an export: look at the list before you give something away.

## Attacks that were tried
`

/** The whole page. */
export function renderSecurityPage(): string {
  return `${HEAD}${ATTACKS.map(({ subject, attacks }) => renderSubject(subject, attacks)).join('')}`
}

function renderSubject(subject: string, attacks: readonly Attack[]): string {
  const rows = attacks.map(({ attack, outcome, test }) => `| ${cell(attack)} | ${cell(outcome)} | \`${test.file}\` |`)
  return `\n### ${subject}\n\n| attack | what happens | tried again in |\n|---|---|---|\n${rows.join('\n')}\n`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
