import type { FastifyReply } from 'fastify'

/**
 * Sends a body that is ready as it is, or none. Fastify wants the reply back from an async handler, and its type of a typed route only
 * knows bodies of the schema: here is the one place that says otherwise.
 */
export const sendReady = (reply: FastifyReply, body?: Buffer | string): never => reply.send(body) as never
