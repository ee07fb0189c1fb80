import { asString } from '../../format/json.ts'
import { ownHead } from '../facts/own-head.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const skill = defineTool({
  names: ['Skill'],
  about: 'Loads a skill. Its text follows as an injected user entry with `sourceToolUseID`.',
  seen: '2.0.76 and later; 71 recorded files',
  input: {
    skill: ['string', 'Name of the skill.'],
    args: ['string', 'What it is given.'],
    command: ['string', 'Its name in the first releases. Code only.'],
  },
  result: {
    success: ['boolean', 'It was found.'],
    commandName: ['string', 'Its name.'],
    allowedTools: ['array', 'Tools it may use without asking.'],
    model: ['string', 'Model it asks for.'],
    status: ['string', '`inline` or `forked`. Code only.'],
    agentId: ['string', 'The agent that carries it out, when forked. Code only.'],
    result: ['string', 'Outcome of that agent. Code only.'],
  },
  headline: input => oneLine(input.skill ?? input.command, input.args),
  onUse({ call, input, facts }) {
    const name = asString(input.skill) ?? asString(input.command)
    if (!name) return
    const args = asString(input.args)
    facts.skills.push({ name: ownHead(name, 200), args: args ? ownHead(args, 500) : undefined, call })
  },
})

export const slashCommand = defineTool({
  names: ['SlashCommand'],
  about: 'The model runs a slash command; the predecessor of Skill.',
  seen: 'code only',
  input: { command: ['string', 'The command with its arguments.'] },
  result: {
    success: ['boolean', 'It was found.'],
    commandName: ['string', 'Its name.'],
  },
  headline: input => oneLine(input.command),
  onUse({ call, input, facts }) {
    const [name, ...args] = oneLine(input.command).split(' ')
    if (name) facts.skills.push({ name, args: args.length > 0 ? args.join(' ') : undefined, call })
  },
})
