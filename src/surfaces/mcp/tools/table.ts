import type { Tool } from '../define-tool.ts'
import { fileHistoryTool } from './file-history.ts'
import { findFixTool } from './find-fix.ts'
import { readTool } from './read.ts'
import { recentTool } from './recent.ts'
import { searchTool } from './search.ts'
import { statusTool } from './status.ts'
import { timelineTool } from './timeline.ts'
import { usageTool } from './usage.ts'

/** Every tool, in the order in which clients list them: from cheap to deep. */
export const TOOLS: readonly Tool[] = [
  searchTool,
  readTool,
  timelineTool,
  fileHistoryTool,
  findFixTool,
  recentTool,
  usageTool,
  statusTool,
]
