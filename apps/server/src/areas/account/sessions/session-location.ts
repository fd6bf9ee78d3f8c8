import type { sessionPlace } from '@aerie/wire/account/account-sessions'
import ipaddr from 'ipaddr.js'
import type * as z from 'zod/mini'

type SessionLocation = z.output<typeof sessionPlace>
const LOCAL_RANGES: ReadonlySet<string> = new Set(['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])
/** IPv6 addresses are stored as /64, so `::1` becomes `::` (unspecified). */
const OWN_RANGES: ReadonlySet<string> = new Set(['loopback', 'unspecified'])

/** Coarse location; never the full address. @param address an IPv4 address or an IPv6 /64, as written by platform/http/address-group.ts */
export function locationOf(address: string): SessionLocation {
  const text = address.replace(/\/64$/, '')
  if (!ipaddr.isValid(text)) return { kind: 'unknown', network: null }
  const parsed = ipaddr.parse(text)
  const range = parsed.range()
  if (OWN_RANGES.has(range)) return { kind: 'this-machine', network: null }
  const network = parsed.kind() === 'ipv4' ? `${text.split('.').slice(0, 3).join('.')}.*` : address
  return { kind: LOCAL_RANGES.has(range) ? 'local-network' : 'internet', network }
}
