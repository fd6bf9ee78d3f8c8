import type { FastifyRequest } from 'fastify'

/** Headers that indicate a proxy. A pattern, as each product has its own. */
const FORWARDING_HEADER = /^(via|cdn-loop|(wl-)?proxy-.*|x-proxy.*|x-original-.*)$|(^|-)forward(ed)?(-|$)|(ip|addr|address)(v?[46])?$/

type Asked = Pick<FastifyRequest, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } }

export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Uses the socket's address, so headers cannot make a stranger local; the host check defeats DNS rebinding. */
export const isLocalCaller = (request: Asked): boolean =>
  LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') && !isForwarded(request) && LOOPBACK_NAME.test(request.headers.host ?? '')
