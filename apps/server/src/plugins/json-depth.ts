import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { PROBLEM_WORDS } from './problem-words.ts'

/** No body of ours is nested deeper than 20. What recurses over one (a schema, JSON.stringify, the chain's node) bears far more. */
export const MOST_DEPTH = 64

/** Whether lists and objects are nested more than `most` deep. Does not recurse itself. */
export function isDeeperThan(most: number, value: unknown): boolean {
  let level = [value].filter(isNested)
  for (let depth = 0; depth < most && level.length > 0; depth += 1) {
    level = level.flatMap((each) => Object.values(each).filter(isNested))
  }
  return level.length > 0
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Refuses bodies that no client sends: what comes after may recurse, and 30,000 brackets fit into a small body. */
export function refuseDeepBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (isDeeperThan(MOST_DEPTH, request.body)) throw new AppError('bad_input', { detail: PROBLEM_WORDS.tooDeep(MOST_DEPTH) })
  })
}
