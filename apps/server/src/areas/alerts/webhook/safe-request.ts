import { type LookupAddress, type LookupAllOptions, lookup as systemResolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** User-facing; never contains addresses of this server's network. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault'
  readonly isSilence: boolean

  constructor(message: string, { isSilence = false, ...options }: ErrorOptions & { readonly isSilence?: boolean } = {}) {
    super(message, options)
    this.isSilence = isSilence
  }
}

export type SafeAnswer = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly text: string }
type SafeRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly signal?: AbortSignal
}
/** `allowPrivate`: the operator permits requests to private networks. */
export type RequestLimits = { readonly allowPrivate: boolean; readonly timeoutMs?: number; readonly resolve?: Resolve }
type Resolve = (name: string, options: LookupAllOptions, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

const TIMEOUT_MS = 15_000
const MOST_BYTES = 65_536
const KEPT_TEXT = 200

/** 2000::/3, the only IPv6 addresses ever allocated. */
const isGlobalIpv6 = (address: ipaddr.IPv6): boolean => ((address.parts[0] ?? 0) & 0xe000) === 0x2000

/** Excludes loopback, private, link-local (metadata services), IPv4-mapped, NAT64, 6to4 and Teredo addresses. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || isGlobalIpv6(address))
}

/** Checks addresses at connect time, which prevents DNS rebinding. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const fault = error ?? meaningFault(addresses)
      if (fault !== undefined) done(fault, '', 0)
      else if (options.all === true) done(null, addresses)
      else done(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })

function meaningFault(addresses: readonly LookupAddress[]): RequestFault | undefined {
  if (addresses.length === 0) return new RequestFault('There is no such host.')
  if (addresses.every(({ address }) => isPublicAddress(address))) return undefined
  return new RequestFault('The address leads into a private network.')
}

/** Rejects ports of other services. */
const isWebPort = (port: string): boolean => port === '' || port === '80' || port === '443' || Number(port) >= 1024

export function addressFault(text: string, { allowPrivate }: RequestLimits): string | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'This is no web address.'
  if (url.username !== '' || url.password !== '') return 'An address with a name and password is not taken.'
  if (allowPrivate) return undefined
  if (url.protocol !== 'https:') return 'The address must begin with https.'
  if (!isWebPort(url.port)) return 'This port is not one of the web.'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (isIP(host) !== 0 ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal|home\.arpa)$/i.test(host))
    return 'The address leads into a private network.'
  return undefined
}

/** No redirects, at most 64 kB of the response, total timeout. @throws RequestFault */
export async function postSafely({ url, headers, body, signal }: SafeRequest, limits: RequestLimits): Promise<SafeAnswer> {
  const fault = addressFault(url, limits)
  if (fault !== undefined) throw new RequestFault(fault)
  const until = AbortSignal.timeout(limits.timeoutMs ?? TIMEOUT_MS)
  const over = signal === undefined ? until : AbortSignal.any([until, signal])
  try {
    return await send({ url, headers, body, signal: over }, limits)
  } catch (error) {
    if (error instanceof RequestFault) throw error
    throw until.aborted
      ? new RequestFault('There was no answer in time.', { cause: error, isSilence: true })
      : new RequestFault(messageOf(error), { cause: error })
  }
}

function send({ url, headers, body, signal }: SafeRequest, { allowPrivate, resolve = systemResolve }: RequestLimits): Promise<SafeAnswer> {
  const { request } = url.startsWith('https:') ? https : http
  const lookup = allowPrivate ? {} : { lookup: guardedLookup(resolve) }
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  const { promise, resolve: answer, reject } = Promise.withResolvers<SafeAnswer>()
  const options = { method: 'POST', headers: { ...headers, ...length }, agent: false, ...lookup, ...(signal && { signal }) }
  const sent = request(url, options, (response) => {
    readStart(response).then((text) => answer({ status: response.statusCode ?? 0, headers: response.headers, text }), reject)
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

async function readStart(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    const part = Buffer.from(chunk)
    parts.push(part)
    bytes += part.length
    // Leaving the loop closes the connection.
    if (bytes >= MOST_BYTES) break
  }
  return Buffer.concat(parts).toString('utf8').slice(0, KEPT_TEXT)
}

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nobody answers at this address.',
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ECONNRESET: 'The connection was broken off.',
  EPROTO: 'No secure connection could be made.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
}

function messageOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof RequestFault) return current.message
    if ('code' in current && ERROR_MESSAGES[String(current.code)] !== undefined) return ERROR_MESSAGES[String(current.code)] ?? ''
  }
  return 'The connection failed.'
}

/** `Retry-After` in ms, at most a day. */
export function retryAfterMs(headers: http.IncomingHttpHeaders, now: number): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 86_400_000) : undefined
}
