import { AGENT_SHAPES } from './agent-shapes.ts'
import type { Shape } from './shape.ts'
import { TALK_SHAPES } from './talk-shapes.ts'
import { TEXT_SHAPES } from './text-shapes.ts'
import { WORK_SHAPES } from './work-shapes.ts'

/** Many of everything a session may have. */
export const SHAPES: readonly Shape[] = [...TALK_SHAPES, ...WORK_SHAPES, ...AGENT_SHAPES, ...TEXT_SHAPES]
