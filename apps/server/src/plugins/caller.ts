import type { FastifyRequest } from 'fastify'

/**
 * Names under which proxies tell for whom they ask: a rule and not a list, since each product has its own
 * (`x-envoy-external-address`, `fastly-client-ip`, `x-appengine-user-ip`, …).
 */
const FORWARDING_HEADER = /^(via|cdn-loop|(wl-)?proxy-.*|x-proxy.*|x-original-.*)$|(^|-)forward(ed)?(-|$)|(ip|addr|address)(v?[46])?$/

/** What is read of a request. */
type Asked = Pick<FastifyRequest, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } }

/** Whether a proxy passed this request on, by its own word. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Whether a program on this very machine asked, for itself and by a name of this machine. The connection's own address counts: no
 * header can make a stranger local, any forwarding header makes a local proxy a stranger, and a page elsewhere that has rebound its
 * own name to 127.0.0.1 is known by that name.
 */
export const isLocalCaller = (request: Asked): boolean =>
  LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') && !isForwarded(request) && LOOPBACK_NAME.test(request.headers.host ?? '')
