import { createHmac } from 'node:crypto'
import { elapsedMs, SECOND_MS } from '@aerie/core/time'
import { joinPath } from '@aerie/upstream/base-url'
import type { Environment } from '@aerie/upstream/environment'
import { type HttpAnswer, type HttpLimits, httpJson, statusFailure } from '@aerie/upstream/http-json'
import { stampMs } from '@aerie/upstream/json-values'
import type { RateLimiter } from '@aerie/upstream/rate-limiter'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import * as z from 'zod/mini'

const LIMITS: HttpLimits = { headersMs: 5 * SECOND_MS, bodyMs: 10 * SECOND_MS, maxBytes: 8 * 1024 * 1024 }
/** ApeX's clock is read again after this; it rejects calls signed more than five seconds ago. */
const CLOCK_MS = 300 * SECOND_MS

/** The user's ApeX API key. It may read and cancel; it cannot place and must not withdraw. */
export type ApexCredentials = { readonly key: string; readonly secret: string; readonly passphrase: string }
/** Opens the sealed credentials for one call. @throws if they cannot be opened */
export type OpenCredentials = () => ApexCredentials

/** Dependencies of one account's client. */
export type ApexClientDeps = {
  readonly root: URL
  readonly credentials: OpenCredentials
  readonly limiter: RateLimiter
  readonly env: Environment
}

/** Refusal by ApeX: the request was understood but not executed. */
export class ApexRefusal extends Error {
  override readonly name = 'ApexRefusal'
  /** ApeX's error key, such as `ORDER_PRICE_MUST_GREETER_ZERO`, or its number. */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The deadline passed before the request was sent. */
export class ApexTooLate extends Error {
  override readonly name = 'ApexTooLate'
}

const refusal = z.object({
  code: z.union([z.int(), z.string().check(z.maxLength(32))]),
  msg: z.optional(z.string()),
  key: z.optional(z.string().check(z.maxLength(128))),
})
const serverTime = z.object({ time: stampMs })
const MOST_MESSAGE_CHARACTERS = 200

function refusalIn(body: unknown): ApexRefusal | undefined {
  const parsed = z.safeParse(refusal, body)
  if (!parsed.success || parsed.data.code === 0 || parsed.data.code === '0') return undefined
  const { code, key, msg } = parsed.data
  return new ApexRefusal(key ?? String(code), (msg ?? `refused the request (${code})`).slice(0, MOST_MESSAGE_CHARACTERS))
}

/** `by`: deadline after which it is not sent. */
type Post = { readonly name: string; readonly fields: FormFields; readonly by?: number | undefined }
type PostFor<T> = Post & { readonly schema: z.ZodMiniType<T> }

/** Calls of one account, with schema-validated responses. */
export function apexCalls(deps: ApexClientDeps) {
  const { env } = deps
  const { publicGet, signedGet, signedPost } = apexRequests(deps, () => apexNow())
  /** Uses the monotonic clock, so system time changes do not invalidate signatures. */
  let offset: { readonly leadMs: number; readonly readAt: number } | undefined

  const ask = async <T>(schema: z.ZodMiniType<T>, answer: HttpAnswer): Promise<T> => {
    const no = refusalIn(answer.body)
    // Either clock may have been set since: read the time again on the next call.
    if (no !== undefined && /sign|time/i.test(no.code)) offset = undefined
    if (no !== undefined && answer.status < 500 && answer.status !== 429) throw no
    const failure = statusFailure(answer, env.clock.now())
    if (failure !== undefined) throw failure
    const parsed = z.safeParse(z.object({ data: schema }), answer.body)
    if (!parsed.success) throw new UpstreamError('bad-data', 'sent a response of an unknown format')
    return parsed.data.data
  }

  const apexNow = async (): Promise<number> => {
    if (offset === undefined || elapsedMs(env.clock) - offset.readAt > CLOCK_MS) {
      const { time } = await ask(serverTime, await publicGet('time'))
      const readAt = elapsedMs(env.clock)
      offset = { leadMs: time - readAt, readAt }
    }
    return Math.round(elapsedMs(env.clock) + offset.leadMs)
  }

  const freshNow = (): Promise<number> => {
    offset = undefined
    return apexNow()
  }
  const getPublic = async <T>(name: string, schema: z.ZodMiniType<T>): Promise<T> => ask(schema, await publicGet(name))
  /** Retries once with a fresh clock after a timestamp error; safe because reads and cancels are idempotent. */
  const byClock = async <T>(call: () => Promise<T>): Promise<T> => {
    const before = offset
    try {
      return await call()
    } catch (error) {
      if (before === undefined || offset !== undefined || !(error instanceof ApexRefusal)) throw error
      return await call()
    }
  }
  const get = async <T>(name: string, schema: z.ZodMiniType<T>, fields: FormFields = {}): Promise<T> =>
    byClock(async () => ask(schema, await signedGet(name, fields)))
  const post = async (name: string, fields: FormFields): Promise<void> => {
    await byClock(() => postFor({ name, schema: z.unknown(), fields }))
  }
  const postFor = async <T>({ schema, ...post }: PostFor<T>): Promise<T> => ask(schema, await signedPost(post))

  return { get, getPublic, post, postFor, now: apexNow, freshNow }
}

function apexRequests({ root, credentials, limiter, env }: ApexClientDeps, now: () => Promise<number>) {
  const signedHeaders = async (parts: Omit<SignedParts, 'timestamp'>): Promise<Record<string, string>> => {
    const timestamp = await now()
    const { key, secret, passphrase } = credentials()
    return {
      'APEX-API-KEY': key,
      'APEX-PASSPHRASE': passphrase,
      'APEX-TIMESTAMP': String(timestamp),
      'APEX-SIGNATURE': requestSignature(secret, { ...parts, timestamp }),
    }
  }

  const request = async (path: string, headers: Record<string, string>, post?: { readonly body: string }): Promise<HttpAnswer> => {
    const call = { url: joinPath(root, path), headers: { accept: 'application/json', ...headers }, limits: LIMITS }
    return await httpJson(post === undefined ? call : { ...call, method: 'POST', body: post.body }, env)
  }

  const ownPath = (path: string): string => `${root.pathname.replace(/\/$/, '')}${path}`
  const publicGet = async (name: string): Promise<HttpAnswer> => {
    await limiter.take()
    return await request(`/api/v3/${name}`, {})
  }
  const signedGet = async (name: string, fields: FormFields): Promise<HttpAnswer> => {
    const form = formText(fields)
    const path = `/api/v3/${name}${form === '' ? '' : `?${form}`}`
    // Sign after waiting: a signature is valid for a few seconds only.
    await limiter.take()
    return await request(path, await signedHeaders({ method: 'GET', path: ownPath(path), form: '' }))
  }
  const signedPost = async ({ name, fields, by = Number.POSITIVE_INFINITY }: Post): Promise<HttpAnswer> => {
    const path = `/api/v3/${name}`
    const body = formText(fields)
    await limiter.take()
    const headers = await signedHeaders({ method: 'POST', path: ownPath(path), form: body })
    // Check after the signed timestamp: ApeX itself rejects a request delayed beyond this point.
    if (elapsedMs(env.clock) > by) throw new ApexTooLate()
    return await request(path, { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, { body })
  }
  return { publicGet, signedGet, signedPost }
}

/** Fields of a private call; undefined ones are omitted. */
export type FormFields = Readonly<Record<string, string | number | boolean | undefined>>

/** RFC 3986: also escapes the five characters `encodeURIComponent` leaves. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signed form: `name=value` sorted by name, joined by `&`; '' if empty. @throws URIError for a lone surrogate */
export const formText = (fields: FormFields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${escaped(name)}=${escaped(String(value))}`]))
    .toSorted()
    .join('&')

/** Signed parts of a private call. */
type SignedParts = {
  /** ApeX's clock, epoch milliseconds. */
  readonly timestamp: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** POST body from `formText`; '' for GET. */
  readonly form: string
}

/** Base64 HMAC-SHA256. The key is the base64 encoding of the secret, not the secret. Source: ApeX Omni API v3, "Authentication". */
export const requestSignature = (secret: string, { timestamp, method, path, form }: SignedParts): string =>
  createHmac('sha256', Buffer.from(secret).toString('base64')).update(`${timestamp}${method}${path}${form}`).digest('base64')
