import type { EpochMs } from '@aerie/core/time'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import { type ApexClientDeps, ApexRefusal, ApexTooLate, apexCalls } from './apex-calls.ts'
import type { FormFields } from './form-text.ts'
import type { PlaceOutcome } from './order-outcome.ts'
import { type ApexOrder, apexAccount, apexBalance, apexFillList, apexKeyList, apexOrder, apexOrderList, apexSymbols } from './replies.ts'

/** Orders on a page of the history. */
export const HISTORY_PAGE = 100

/**
 * One account at ApeX Omni over REST, API v3: reads, cancels, and hands on orders that were signed elsewhere.
 *
 * Its methods throw UpstreamError where ApeX did not answer well, and ApexRefusal where it said no; `place` alone never throws.
 */
export function apexClient(deps: ApexClientDeps) {
  const { get, getPublic, post, postFor, now, freshNow } = apexCalls(deps)
  return {
    /** Positions, and whose account it is. */
    account: () => get('account', apexAccount),
    /** What this key may do, by ApeX's words; empty where it does not say (key-rights.ts judges them). */
    rights: async (): Promise<readonly string[]> => {
      const all = await get('all-api-keys', apexKeyList)
      const { key } = deps.credentials()
      return all.find(({ apiKey }) => apiKey === key)?.permissions ?? []
    },
    balance: () => get('account-balance', apexBalance),
    openOrders: () => get('open-orders', apexOrderList),
    /** The newest hundred fills since `from`. */
    fills: (from: EpochMs) => get('fills', apexFillList, { beginTimeInclusive: from, limit: 100, page: 0 }),
    /** Orders of whatever state since `from`, newest first, a page of 100. */
    orderHistory: ({ from, page }: { readonly from: EpochMs; readonly page: number }) =>
      get('history-orders', apexOrderList, { beginTimeInclusive: from, limit: HISTORY_PAGE, page }),
    /** An order by its client id; undefined where ApeX says that it knows none. Another order in the answer is none. */
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
    /** Cancels an order whose id at ApeX is not known. */
    cancelByClientId: (clientId: string) => post('delete-client-order-id', { id: clientId }),
    /** Cancels all open orders, of one symbol or of all; stops too. */
    cancelAll: (symbol?: string) => post('delete-open-orders', { symbol }),
    /** Time of ApeX's clock now. */
    now,
    /**
     * Hands on a signed order, once. Whatever is not a clear yes or no is `unknown`: the order may be on the book.
     *
     * @param by moment of the monotonic clock after which nothing is sent any more: who was held up so long may be given up for lost
     * @throws never
     */
    place: async (form: FormFields, signature: string, by?: number): Promise<PlaceOutcome> => {
      // Nothing has been sent before its clock is known: that is a clear no.
      if ((await freshNow().catch(() => undefined)) === undefined) return { kind: 'refused', code: 'not_sent', words: 'does not answer' }
      try {
        const order = await postFor({ name: 'order', schema: apexOrder, fields: { ...form, signature }, by })
        return { kind: 'accepted', order: named(order, form.clientId) }
      } catch (error) {
        if (error instanceof ApexTooLate) return { kind: 'refused', code: 'too_late', words: 'was asked too late' }
        if (error instanceof ApexRefusal && isClearNo(error)) return { kind: 'refused', code: error.code, words: error.message }
        return unknownOutcome(error)
      }
    },
  }
}

/** The order that was asked for, and no other. @throws UpstreamError bad-data */
function named(order: ApexOrder, clientId: FormFields[string]): ApexOrder {
  if (order.clientId === null || order.clientId === clientId) return order
  throw new UpstreamError('bad-data', 'answered with another order')
}

function unknownOutcome(error: unknown): PlaceOutcome {
  if (error instanceof ApexRefusal) return { kind: 'unknown', words: `says: ${error.message}` }
  if (!(error instanceof UpstreamError)) return { kind: 'unknown', words: 'could not be asked' }
  const isLimited = error.kind === 'rate-limited' || error.kind === 'banned'
  return { kind: 'unknown', words: error.message, ...(isLimited && { restMs: error.retryAfterMs ?? null }) }
}

/** An id that it has seen is an order that it may hold; and who was busy, or failed, may have taken the order before. */
const isClearNo = (error: ApexRefusal): boolean => !isKnownId(error) && !MAY_BE_TAKEN.test(`${error.code} ${error.message}`)
const MAY_BE_TAKEN = /time[_ -]?out|timed[_ ]out|internal|system|busy|unavailable|processing|too[_ ]many[_ ]request|unknown[_ ]error/i
const isKnownId = ({ code, message }: ApexRefusal): boolean => /client.*(dup|exist)|dup.*client/i.test(`${code} ${message}`)
const isNotFound = ({ code, message }: ApexRefusal): boolean =>
  /not[_ ]?(found|exist)/i.test(`${code} ${message}`) && !/key|account|user|sign|symbol/i.test(code)

/** One account at ApeX Omni. */
export type ApexClient = ReturnType<typeof apexClient>
