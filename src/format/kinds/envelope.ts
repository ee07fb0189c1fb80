import type { FieldTable } from '../fields.ts'

/** Fields that any line may carry, whatever its kind. */
export const ENVELOPE = {
  type: ['string', 'Discriminator; may be missing in foreign lines.'],
  uuid: ['string', 'Id of the entry, not of the API message.'],
  parentUuid: ['string|null', 'The previous entry of the chain.'],
  logicalParentUuid: ['string|null', 'On a compaction boundary: the last entry before it.'],
  sessionId: ['string', 'The session that wrote the line; may differ from the file name.'],
  session_id: [
    'string',
    'The session in which the process started: another one than `sessionId` after `/clear`, `/branch`, a plan handed over, and on copies.',
  ],
  timestamp: ['string', 'ISO 8601, UTC, milliseconds.'],
  cwd: ['string', 'Working directory.'],
  version: ['string', 'Client version.'],
  gitBranch: ['string', 'Empty outside git, `HEAD` when detached. Since 1.0.55.'],
  isSidechain: ['boolean', 'True in a subagent.'],
  userType: ['string', '`external` in every recorded file.'],
  slug: ['string', 'Three-word nickname; also names the plan file. Not unique.'],
  entrypoint: [
    'string',
    'How the client was started. Since 2.1.78; forks write their own over it.',
    ['cli', 'claude-desktop', 'claude-vscode', 'sdk-cli', 'sdk-ts', 'sdk-py', 'remote_mobile'],
  ],
  agentId: ['string', 'The subagent that wrote the line.'],
  teamName: ['string', 'Agent team.'],
  agentName: ['string', 'Name within the team.'],
  sessionKind: ['string', '`bg` for background sessions.'],
  promptId: ['string', 'Groups the entries of one prompt. Since 2.1.77.'],
  forkedFrom: ['object', 'On entries copied by a branch: `{sessionId, messageUuid}`.'],
  agentDepth: ['number', 'Nesting depth of the subagent.'],
  parentAgentName: ['string', 'The agent that started this one.'],
  isTeammate: ['boolean', 'Written by a member of a team.'],
  sidechainParentUuid: ['string|null', 'Where the sidechain hangs in the main chain.'],
} as const satisfies FieldTable
