import { isIPv6 } from 'node:net'
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

const GROUPS = 8
const NETWORK_GROUPS = 4

/** Rate limit key: the IPv4 address in any notation, or the /64 of an IPv6 address. */
export function addressGroup(ip: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (v4 !== undefined) return v4
  return isIPv6(ip) ? `${groupsOf(ip.replace(/%.*$/, '')).slice(0, NETWORK_GROUPS).join(':')}::/64` : ip
}

function groupsOf(ip: string): string[] {
  const [before = [], after = []] = ip
    .toLowerCase()
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const gap = ip.includes('::') ? Math.max(0, GROUPS - before.length - after.length) : 0
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}
