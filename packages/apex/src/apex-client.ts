import type { EpochMs } from '@aerie/core/time'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import { type ApexClientDeps, ApexRefusal, ApexTooLate, apexCalls, type FormFields } from './apex-calls.ts'
import { type ApexOrder, apexAccount, apexBalance, apexFillList, apexKeyList, apexOrder, apexOrderList, apexSymbols } from './replies.ts'

/** Orders per history page. */
export const HISTORY_PAGE = 100

/** REST client (API v3) of one account. @throws UpstreamError or ApexRefusal; `place` never throws */
export function apexClient(deps: ApexClientDeps) {
  const { get, getPublic, post, postFor, now, freshNow } = apexCalls(deps)
  return {
    account: () => get('account', apexAccount),
    /** Permissions of this key in ApeX's terms; empty if not stated (see key-rights.ts). */
    rights: async (): Promise<readonly string[]> => {
      const all = await get('all-api-keys', apexKeyList)
      const { key } = deps.credentials()
      return all.find(({ apiKey }) => apiKey === key)?.permissions ?? []
    },
    balance: () => get('account-balance', apexBalance),
    openOrders: () => get('open-orders', apexOrderList),
    /** At most the 100 newest fills since `from`. */
    fills: (from: EpochMs) => get('fills', apexFillList, { beginTimeInclusive: from, limit: 100, page: 0 }),
    /** Orders in any state since `from`, newest first, 100 per page. */
    orderHistory: ({ from, page }: { readonly from: EpochMs; readonly page: number }) =>
      get('history-orders', apexOrderList, { beginTimeInclusive: from, limit: HISTORY_PAGE, page }),
    /** Order by client id; undefined if ApeX reports none. A different order in the response counts as none. */
    orderByClientId: async (clientId: string) => {
      try {
        return named(await get('order-by-client-order-id', apexOrder, { id: clientId }), clientId)
      } catch (error) {
        if (error instanceof ApexRefusal && isNotFound(error)) return undefined
        throw error
      }
    },
    symbols: () => getPublic('symbols', apexSymbols),
    cancel: (orderId: string) => post('delete-order', { id: orderId }),
    cancelByClientId: (clientId: string) => post('delete-client-order-id', { id: clientId }),
    cancelAll: (symbol?: string) => post('delete-open-orders', { symbol }),
    now,
    /** Sends exactly once; an unclear response is `unknown`. `by`: monotonic deadline. Never throws. */
    place: async (form: FormFields, signature: string, by?: number): Promise<PlaceOutcome> => {
      // Nothing was sent before the clock is known, so this is a definite refusal.
      if ((await freshNow().catch(() => undefined)) === undefined) return { kind: 'refused', code: 'not_sent', message: 'does not answer' }
      try {
        const order = await postFor({ name: 'order', schema: apexOrder, fields: { ...form, signature }, by })
        return { kind: 'accepted', order: named(order, form.clientId) }
      } catch (error) {
        if (error instanceof ApexTooLate) return { kind: 'refused', code: 'too_late', message: 'was asked too late' }
        if (error instanceof ApexRefusal && isClearNo(error)) return { kind: 'refused', code: error.code, message: error.message }
        return unknownOutcome(error)
      }
    },
  }
}

/** Ensures that the response is the requested order. @throws UpstreamError bad-data */
function named(order: ApexOrder, clientId: FormFields[string]): ApexOrder {
  if (order.clientId === null || order.clientId === clientId) return order
  throw new UpstreamError('bad-data', 'answered with another order')
}

function unknownOutcome(error: unknown): PlaceOutcome {
  if (error instanceof ApexRefusal) return { kind: 'unknown', message: `says: ${error.message}` }
  if (!(error instanceof UpstreamError)) return { kind: 'unknown', message: 'could not be asked' }
  const isLimited = error.kind === 'rate-limited' || error.kind === 'banned'
  return { kind: 'unknown', message: error.message, ...(isLimited && { restMs: error.retryAfterMs ?? null }) }
}

/** Not a clear refusal: an id ApeX has seen may be on the book, and a busy or failed server may have accepted the order. */
const isClearNo = (error: ApexRefusal): boolean => !isKnownId(error) && !MAY_BE_TAKEN.test(`${error.code} ${error.message}`)
const MAY_BE_TAKEN = /time[_ -]?out|timed[_ ]out|internal|system|busy|unavailable|processing|too[_ ]many[_ ]request|unknown[_ ]error/i
const isKnownId = ({ code, message }: ApexRefusal): boolean => /client.*(dup|exist)|dup.*client/i.test(`${code} ${message}`)
const isNotFound = ({ code, message }: ApexRefusal): boolean =>
  /not[_ ]?(found|exist)/i.test(`${code} ${message}`) && !/key|account|user|sign|symbol/i.test(code)

/** Client of one ApeX Omni account. */
export type ApexClient = ReturnType<typeof apexClient>

/** Outcome of a sent order. `unknown`: no usable response; it may be on the book, so query it and never resend. */
export type PlaceOutcome =
  | { readonly kind: 'accepted'; readonly order: ApexOrder }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** `restMs`: back-off requested by ApeX; null if without a duration, absent if not requested. */
  | { readonly kind: 'unknown'; readonly message: string; readonly restMs?: number | null }

/** Facts for judging an unknown outcome. */
export type OutcomeFacts = {
  readonly sentAtMs: number
  readonly expiresAtMs: number
  readonly byClientId: ApexOrder | 'not-found' | 'unanswered'
  /** The history since sending was read completely and does not contain the order. */
  readonly isAbsentFromHistory: boolean
  readonly nowMs: number
}

/** An order that ApeX does not know this long after sending, and that is absent from the history, was never accepted. */
export const SETTLED_UNKNOWN_MS = 120_000

/** Verdict: the order itself, never accepted, or query again. */
type OutcomeVerdict =
  | { readonly kind: 'known'; readonly order: ApexOrder }
  | { readonly kind: 'never-taken' }
  | { readonly kind: 'ask-again' }

/** "Not found" is final only after `SETTLED_UNKNOWN_MS` plus a history check, or signature expiry: a busy venue may register late. */
export function judgeOutcome({ sentAtMs, expiresAtMs, byClientId, isAbsentFromHistory, nowMs }: OutcomeFacts): OutcomeVerdict {
  if (typeof byClientId === 'object') return { kind: 'known', order: byClientId }
  if (byClientId === 'unanswered' || !isAbsentFromHistory) return { kind: 'ask-again' }
  const isOver = nowMs >= expiresAtMs || nowMs - sentAtMs >= SETTLED_UNKNOWN_MS
  return isOver ? { kind: 'never-taken' } : { kind: 'ask-again' }
}
