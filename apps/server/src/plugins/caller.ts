import type { FastifyRequest } from 'fastify'

const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-cluster-client-ip',
] as const

/** Whether a proxy passed this request on, by its own word. */
export const isForwarded = ({ headers }: FastifyRequest): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined) || Object.keys(headers).some((name) => name.startsWith('x-forwarded-'))

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/**
 * Whether a program on this very machine asked, and not a proxy on its behalf. The connection's own address counts:
 * no header can make a stranger local, and any forwarding header makes a local proxy a stranger.
 */
export const isDirectLoopback = (request: FastifyRequest): boolean =>
  LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') && !isForwarded(request)

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Whether the caller addressed this machine by a loopback name. A page elsewhere that rebinds its own name to 127.0.0.1 does not. */
export const isLoopbackName = ({ headers }: FastifyRequest): boolean => LOOPBACK_NAME.test(headers.host ?? '')
