import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { ApiError } from '../../api/api-error.ts'

/** The server works on a call for seconds at most; after this no result will come. */
export const ANSWER_TIMEOUT_MS = 30_000
/** A message may arrive before the HTTP response that names it: it is kept this long. */
const EARLY_KEPT_MS = 60_000

const waiting = new Map<string, (message: MarketDataMessage) => void>()
const early = new Map<string, { readonly message: MarketDataMessage; readonly at: number }>()

export function receiveMessage(message: MarketDataMessage): void {
  const take = waiting.get(message.message_id)
  if (take !== undefined) {
    take(message)
    return
  }
  const now = performance.now()
  for (const [id, { at }] of early) if (now - at > EARLY_KEPT_MS) early.delete(id)
  early.set(message.message_id, { message, at: now })
}

/** The message may have arrived already. @throws ApiError `unavailable` on timeout; the reason of `signal` on abort */
export function awaitMessage(id: string, signal?: AbortSignal): Promise<MarketDataMessage> {
  const known = early.get(id)
  early.delete(id)
  if (known !== undefined) return Promise.resolve(known.message)
  return new Promise((resolve, reject) => {
    const abort = (): void => settle(() => reject(signal?.reason))
    const giveUp = (): void => settle(() => reject(new ApiError({ code: 'unavailable', status: 0, detail: 'The answer did not arrive.' })))
    const timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS)
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      waiting.delete(id)
      end()
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    waiting.set(id, (message) => settle(() => resolve(message)))
  })
}
