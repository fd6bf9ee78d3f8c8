import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

/** What counts as one address: an IPv4 address, however it is written, or the /64 that one IPv6 customer is given. */
export function addressGroup(ip: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (v4 !== undefined) return v4
  return isIPv6(ip) ? `${groupsOf(ip.replace(/%.*$/, '')).slice(0, NETWORK_GROUPS).join(':')}::/64` : ip
}

/** The eight groups of an IPv6 address in hex, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [before = [], after = []] = ip
    .toLowerCase()
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const gap = ip.includes('::') ? Math.max(0, GROUPS - before.length - after.length) : 0
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}
