/** Places inside a text that a reader takes for something: tags of the client, Markdown, patches. */
export function listTexts(payload: string): readonly string[] {
  return [
    payload,
    `<command-name>/${payload}</command-name>\n<command-message>${payload}</command-message>\n<command-args>${payload}</command-args>`,
    `<local-command-stdout>${payload}</local-command-stdout>`,
    `<local-command-stderr>${payload}</local-command-stderr>`,
    `<bash-input>${payload}</bash-input>`,
    `<bash-stdout>${payload}</bash-stdout><bash-stderr>${payload}</bash-stderr>`,
    `<task-notification>\n<task-id>${payload}</task-id>\n<status>${payload}</status>\n<summary>${payload}</summary>\n</task-notification>`,
    `<teammate-message teammate_id="${payload}" summary="${payload}">\n${payload}\n</teammate-message>`,
    `<user-memory-input>${payload}</user-memory-input>`,
    `<system-reminder>${payload}</system-reminder>`,
    `[Request interrupted by user ${payload}]`,
    `This session is being continued from a previous conversation ${payload}`,
    `Implement the following plan:\n\n# ${payload}`,
    `\`\`\`${payload}\n${payload}\n\`\`\``,
    `\`\`\`html\n${payload}\n\`\`\``,
    `~~~~ ${payload}\n${payload}\n~~~~`,
    `# ${payload}\n\n> ${payload}\n\n- ${payload}\n- [ ] ${payload}\n\n1. ${payload}`,
    `| ${payload} | b |\n|---|---|\n| \`${payload}\` | ${payload} |`,
    `**${payload}** *${payload}* ~~${payload}~~ \`${payload}\` [${payload}](${payload}) ![${payload}](${payload})`,
    `[${payload}]: ${payload} "${payload}"\n\n[${payload}]`,
    `<${payload}>`,
    `<details><summary>${payload}</summary>${payload}</details>`,
  ]
}
