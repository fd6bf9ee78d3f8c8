import * as ideas from './ideas.ts'
import * as lessons from './lessons.ts'

/** Trade ideas and lessons, for the lock of `protocol.ts`. */
export const learningAreas = { ideas, lessons }
