import { readMarks } from '../../archive/marks.ts'
import { semanticRank } from '../semantic/semantic-rank.ts'
import type { SearchRequest } from './search-sessions.ts'

/** The question with what stands beside the index: pins and tags, and what means much the same where that is asked for. */
export function completeSearch(keepDir: string, asked: Omit<SearchRequest, 'marks' | 'meaning'>): SearchRequest {
  return {
    ...asked,
    marks: readMarks(keepDir),
    meaning: semanticRank(keepDir, asked.query.words.join(' ')),
  }
}
