import { isIPv6 } from 'node:net'

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
