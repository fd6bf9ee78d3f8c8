import type { sessionPlace } from '@aerie/wire/account/account-sessions'
import ipaddr from 'ipaddr.js'
import type * as z from 'zod/mini'

/** From the User-Agent, null if unknown. Not trustworthy: for display to the owner only. */
export type Device = { readonly browser: string | null; readonly system: string | null }

/** First match wins: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bCriOS\/|\b(Headless)?Chrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/\bpython-requests\//i, 'Python'],
  [/^node\b|\bundici\b/, 'Node.js'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

export const deviceOf = (userAgent: string): Device => ({ browser: firstOf(BROWSERS, userAgent), system: firstOf(SYSTEMS, userAgent) })

const firstOf = (known: readonly (readonly [RegExp, string])[], userAgent: string): string | null =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

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
