import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const teamCreate = defineTool({
  names: ['TeamCreate'],
  about: 'Makes a team of agents.',
  seen: '2.1.34 and later; 1 recorded file',
  input: {
    team_name: ['string', 'Its name.'],
    description: ['string', 'What it is for.'],
    agent_type: ['string', 'Kind of its leader.'],
  },
  result: {
    team_name: ['string', 'Its name.'],
    team_file_path: ['string', 'Where it is described.'],
    lead_agent_id: ['string', 'Its leader.'],
  },
  headline: input => oneLine(input.team_name),
})

export const teamDelete = defineTool({
  names: ['TeamDelete'],
  about: 'Ends a team.',
  seen: '2.1.34 and later; 1 recorded file',
  input: { team_name: ['string', 'Its name.'] },
  result: {
    success: ['boolean', 'It was ended.'],
    message: ['string', 'What happened.'],
    team_name: ['string', 'Its name.'],
  },
  headline: input => oneLine(input.team_name),
})
