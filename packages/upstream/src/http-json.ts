import { DAY_MS, type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Environment } from './environment.ts'
import type { Cancel } from './timers.ts'
import { UpstreamError } from './upstream-error.ts'

/** Time and size limits of a response. */
export type HttpLimits = {
  readonly headersMs: number
  /** Until the whole body arrives, from the start of the request. */
  readonly bodyMs: number
  readonly maxBytes: number
}

/** Response with parsed JSON; `body` is undefined for an error without JSON. */
export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

/** GET, or POST of a form. */
export type HttpRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
  readonly limits: HttpLimits
  readonly signal?: AbortSignal
}

/** JSON request. 4xx and 5xx without JSON have `body` undefined. @throws UpstreamError `timeout`, `down` (also HTML) or `bad-data` */
export async function httpJson(request: HttpRequest, { fetch, timers }: Environment): Promise<HttpAnswer> {
  const { limits } = request
  const abort = new AbortController()
  const stop = (why: UpstreamError) => () => abort.abort(why)
  const cancels: Cancel[] = [
    timers.after(limits.headersMs, stop(new UpstreamError('timeout', 'did not answer'))),
    timers.after(limits.bodyMs, stop(new UpstreamError('timeout', 'stopped in the middle of an answer'))),
  ]
  const outer = () => abort.abort(new UpstreamError('aborted', 'is no longer asked'))
  request.signal?.addEventListener('abort', outer, { once: true })
  if (request.signal?.aborted) outer()
  try {
    const { method = 'GET', body = null, headers } = request
    const answer = await fetch(request.url, { method, body, headers, signal: abort.signal, redirect: 'error' })
    cancels.shift()?.()
    return { status: answer.status, headers: answer.headers, body: parseBody(answer, await readText(answer, limits.maxBytes)) }
  } catch (error) {
    throw asUpstreamError(error, abort.signal)
  } finally {
    for (const cancel of cancels) cancel()
    request.signal?.removeEventListener('abort', outer)
  }
}

function asUpstreamError(error: unknown, signal: AbortSignal): UpstreamError {
  if (signal.aborted && signal.reason instanceof UpstreamError) return signal.reason
  if (error instanceof UpstreamError) return error
  return new UpstreamError('down', 'cannot be reached', { cause: error })
}

async function readText(answer: Response, maxBytes: number): Promise<string> {
  if (answer.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new UpstreamError('bad-data', 'sent a response that is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseBody(answer: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!answer.ok) return undefined
    if (/^\s*</.test(text)) throw new UpstreamError('down', 'answers with a web page', { cause: error })
    throw new UpstreamError('bad-data', 'sent an incomplete response', { cause: error })
  }
}

/** Cap on a failing server's Retry-After, so that recovery is noticed early. */
const TROUBLE_MOST_MS = 8 * SECOND_MS

/** Failure by HTTP status, common to all providers; undefined on success. */
export function statusFailure(answer: HttpAnswer, now: EpochMs): UpstreamError | undefined {
  const { status, headers } = answer
  if (status >= 200 && status < 300) return undefined
  const facts = { code: status, retryAfterMs: retryAfterMs(headers.get('retry-after'), headers.get('date'), now) }
  if (status === 429) return new UpstreamError('rate-limited', 'is limiting requests (429)', facts)
  if (status === 418) return new UpstreamError('banned', 'has blocked this server for a while (418)', facts)
  if (status === 451) return new UpstreamError('blocked', 'does not serve this region (451)', facts)
  if (status === 408 || status === 425 || status >= 500) {
    const wait = facts.retryAfterMs === null ? null : Math.min(facts.retryAfterMs, TROUBLE_MOST_MS)
    return new UpstreamError('down', `reports an error (${status})`, { ...facts, retryAfterMs: wait })
  }
  if (status === 403) return new UpstreamError('blocked', 'blocks this server (403)', facts)
  return new UpstreamError('refused', `refused the request (${status})`, facts)
}

/** Longest documented ban (Binance, three days); longer values are errors. */
const LONGEST_MS = 3 * DAY_MS

/** Parses `Retry-After` to ms, at most three days; null if unreadable. `date`: the response's `Date`, the base for dates. */
export function retryAfterMs(value: string | null, date: string | null, now: EpochMs): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS)
  const until = Date.parse(text)
  if (Number.isNaN(until)) return null
  const sent = date === null ? Number.NaN : Date.parse(date)
  return Math.min(Math.max(until - (Number.isNaN(sent) ? now : sent), 0), LONGEST_MS)
}
