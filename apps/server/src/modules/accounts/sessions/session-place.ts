import type { sessionPlace } from '@aerie/wire/account/account-sessions'
import ipaddr from 'ipaddr.js'
import type * as z from 'zod/mini'

type Place = z.output<typeof sessionPlace>
const LOCAL_RANGES: ReadonlySet<string> = new Set(['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])
/** An IPv6 address is kept without its second half: `::1` is what is left of it. */
const OWN_RANGES: ReadonlySet<string> = new Set(['loopback', 'unspecified'])

/**
 * Where a session was opened, as far as an address says without asking anybody: this machine, the local network, or the network it came
 * from, never the whole address.
 *
 * @param address as plugins/address-group.ts writes it: an IPv4 address, or the /64 of an IPv6 address
 */
export function placeOf(address: string): Place {
  const text = address.replace(/\/64$/, '')
  if (!ipaddr.isValid(text)) return { kind: 'unknown', network: null }
  const parsed = ipaddr.parse(text)
  const range = parsed.range()
  if (OWN_RANGES.has(range)) return { kind: 'this-machine', network: null }
  const network = parsed.kind() === 'ipv4' ? `${text.split('.').slice(0, 3).join('.')}.*` : address
  return { kind: LOCAL_RANGES.has(range) ? 'local-network' : 'internet', network }
}
