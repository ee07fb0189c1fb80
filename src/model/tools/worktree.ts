import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const enterWorktree = defineTool({
  names: ['EnterWorktree'],
  about: 'Moves the session into a git worktree.',
  seen: '2.1.150 and later; 3 recorded files',
  input: {
    name: ['string', 'Name of a new one.'],
    path: ['string', 'Or the path of one that is there.'],
  },
  result: {
    worktreePath: ['string', 'Where it is.'],
    worktreeBranch: ['string', 'Its branch.'],
    message: ['string', 'What happened.'],
  },
  headline: input => oneLine(input.name ?? input.path),
})

export const exitWorktree = defineTool({
  names: ['ExitWorktree'],
  about: 'Goes back from a worktree.',
  seen: '2.1.150 and later; 2 recorded files',
  input: {
    action: ['string', '`keep` or `remove`.'],
    discard_changes: ['boolean', 'Remove it even with changes.'],
  },
  result: {
    action: ['string', 'As in the input.'],
    originalCwd: ['string', 'Where the session was before.'],
    restoredCwd: ['string', 'Where it is now. Since 2.1.327.'],
    originalCwdMissing: ['boolean', 'That folder is gone. Since 2.1.327.'],
    worktreePath: ['string', 'The worktree.'],
    worktreeBranch: ['string', 'Its branch.'],
    tmuxSessionName: ['string', 'Its terminal.'],
    discardedFiles: ['number', 'Changed files given up.'],
    discardedCommits: ['number', 'Commits given up.'],
    message: ['string', 'What happened.'],
  },
  headline: input => oneLine(input.action),
})
