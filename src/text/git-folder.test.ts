import { expect, test } from 'vitest'
import { isGitFolder } from './git-folder.ts'

test('knows the folder of git in every spelling that some machine takes for it', () => {
  for (const part of ['.git', '.GIT', '.git ', '.git..', 'git~1', '.git::$INDEX_ALLOCATION', '.g\u200cit']) {
    expect({ part, isGit: isGitFolder(part) }).toEqual({ part, isGit: true })
  }
  for (const part of ['git', '.github', '.gitignore', 'x.git', 'git~2', '']) {
    expect({ part, isGit: isGitFolder(part) }).toEqual({ part, isGit: false })
  }
})
