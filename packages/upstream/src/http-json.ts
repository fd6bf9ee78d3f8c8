import { type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Environment } from './environment.ts'
import { retryAfterMs } from './retry-after.ts'
import type { Cancel } from './timers.ts'
import { UpstreamError } from './upstream-error.ts'

/** How long and how large an answer may be. */
export type HttpLimits = {
  /** Until the status and headers are there. */
  readonly headersMs: number
  /** Until the whole body is there, from the start of the request. */
  readonly bodyMs: number
  readonly maxBytes: number
}

/** An answer with its JSON parsed; `body` is undefined where an error had no JSON. */
export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

/** One GET, or a POST of a form. */
export type HttpRequest = {
  readonly url: string
  /** GET unless told. */
  readonly method?: 'GET' | 'POST'
  /** Of a POST. */
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
  readonly limits: HttpLimits
  readonly signal?: AbortSignal
}

/**
 * One request for JSON, with limits on time and size for connection and body apart.
 *
 * @returns any status with a JSON body; 4xx and 5xx with another body come back with `body` undefined
 * @throws UpstreamError `timeout` for silence, `down` for no connection or HTML, `bad-data` for JSON cut short or too long
 */
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

/** A server in trouble guesses when it will be well: it is asked sooner, so that its recovery is noticed. */
const TROUBLE_MOST_MS = 8 * SECOND_MS

/** The failure of an HTTP status alone, by the rules all providers share; undefined for a success. */
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
