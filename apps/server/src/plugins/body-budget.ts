import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from './address-group.ts'
import { AppError } from './app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes its body piece by piece, and bounds what it keeps of it. */
    isStreamed?: true
  }
}

const MB = 1_024 * 1_024
/** What bodies may hold of the memory: those of one user or, for guests, one address; and all of them. */
const LIMITS = { sender: 8 * MB, all: 64 * MB }

/**
 * Bounds the bytes of bodies from before the first is read until the answer: a body that stays one byte short keeps the rest in memory. Counted
 * is what a request announces, or the most that its route reads. Slow ones are ended by the server's request timeout.
 */
export function boundBodies(app: FastifyInstance, limits = LIMITS): void {
  const held = new Map<string, number>()
  let all = 0
  app.addHook('preParsing', async (request, reply) => {
    const bytes = announcedBytes(request)
    if (bytes === 0) return
    const sender = request.callerOrNull?.user.user_id ?? addressGroup(request.ip)
    const mine = held.get(sender) ?? 0
    if (mine + bytes > limits.sender)
      throw new AppError('rate_limited', { detail: 'Too many requests with large bodies at once.', retryAfterSeconds: 10 })
    if (all + bytes > limits.all)
      throw new AppError('unavailable', { detail: 'The server is reading many large requests.', retryAfterSeconds: 5 })
    held.set(sender, mine + bytes)
    all += bytes
    reply.raw.once('close', () => {
      all -= bytes
      const left = (held.get(sender) ?? 0) - bytes
      if (left > 0) held.set(sender, left)
      else held.delete(sender)
    })
  })
}

function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.isStreamed === true) return 0
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit
  // What is longer than the route reads is refused before it is read.
  return Number(length) > routeOptions.bodyLimit ? 0 : Number(length)
}
