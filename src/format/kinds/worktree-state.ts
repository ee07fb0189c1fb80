import { defineKind } from './define.ts'

export const worktreeState = defineKind({
  kind: 'worktree-state',
  about: 'The session entered a git worktree, or left it.',
  seen: 'Shapes of real sessions up to 2.1.220',
  isChained: false,
  fields: {
    worktreeSession: [
      'object|null',
      'Null on leaving; else `{originalCwd, preEnterOriginalCwd, worktreePath, worktreeName, worktreeBranch, originalBranch, originalHeadCommit, sessionId, enteredExisting?}`.',
    ],
  },
})
