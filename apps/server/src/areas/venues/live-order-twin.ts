import type { SignedIntent } from '@aerie/apex/order-form'
import { type Clock, MINUTE_MS } from '@aerie/core/time'
import type { OrderBody } from '@aerie/wire/trading/trading'
import { AppError } from '../../platform/http/app-error.ts'
import type { TwinFacts, TwinOrders } from '../trading/index.ts'
import { ENDED, type LiveOrderRepository, type LiveOrderRow } from './live-order-repository.ts'

/** A later paper order would meet a different market and is not placed. */
const TWIN_WITHIN_MS = MINUTE_MS
const NOT_FOLLOWED = {
  reason: 'Not followed on paper: the server stopped, or paper trading did not answer within a minute. A later twin would compare nothing.',
} as const

/** A market order becomes a limit at its worst price with the live order's time in force. Paper knows `BTC-USDT` as `BTC`. */
export function twinBody(intent: SignedIntent): OrderBody {
  const isMarket = intent.type === 'market'
  return {
    client_id: intent.clientId,
    symbol: intent.symbol.replace(/-[A-Z]+$/, ''),
    side: intent.side,
    type: isMarket ? 'limit' : intent.type,
    size: intent.size,
    ...(intent.type === 'stop' || intent.type === 'take_profit' ? {} : { price: intent.price }),
    ...(intent.trigger === null ? {} : { trigger: intent.trigger }),
    ...(isMarket || intent.type === 'limit' ? { time_in_force: intent.timeInForce } : {}),
    ...(intent.isPostOnly && { post_only: true }),
    reduce_only: intent.isReduceOnly,
  }
}

/** Whether a live order ended unfilled, so that its twin must be canceled. */
export const isAloneOnPaper = ({ state, reported }: Pick<LiveOrderRow, 'state' | 'reported'>): boolean =>
  state === 'refused' || (reported !== null && reported.status !== 'filled' && ENDED.has(reported.status))

type Deps = { readonly twins: TwinOrders | undefined; readonly repository: LiveOrderRepository; readonly clock: Clock }

/** Twins never fail or delay a live order. */
export function liveOrderTwins({ twins, repository, clock }: Deps) {
  const isLate = ({ sentAt }: LiveOrderRow): boolean => sentAt !== null && clock.now() - sentAt.getTime() > TWIN_WITHIN_MS
  /** Cancels the twin of a live order that ended without filling. @throws never */
  const end = async ({ userId, clientId, twin }: Pick<LiveOrderRow, 'userId' | 'clientId' | 'twin'>): Promise<void> => {
    if (twin === null || 'reason' in twin) return
    await twins?.cancel(userId, twin.account, clientId).catch(() => undefined)
  }
  const placed = async (row: LiveOrderRow): Promise<void> => {
    if (twins === undefined) throw new AppError('unavailable', { detail: 'No twin: paper trading could not take this order.' })
    const twin = await twins.place(row.userId, twinBody(row.intent))
    const late = isLate(row)
    await repository.setTwin(row, late ? NOT_FOLLOWED : twin)
    // The live order may have ended before its twin existed.
    const present = await repository.find(row).catch(() => undefined)
    if (late || (present !== undefined && isAloneOnPaper(present))) await end({ ...row, twin })
  }
  return {
    place: async (row: LiveOrderRow): Promise<void> => {
      try {
        await placed(row)
      } catch (error) {
        const reason = error instanceof AppError ? error.detail : 'No twin: paper trading could not take this order.'
        await repository.setTwin(row, { reason }).catch(() => undefined)
      }
    },
    end,
    /** A twin not placed in time never will be: the process that was to place it has died. */
    resolve: (row: LiveOrderRow): LiveOrderRow => (row.twin === null && isLate(row) ? { ...row, twin: NOT_FOLLOWED } : row),
    factsOf: async ({ clientId, twin }: LiveOrderRow): Promise<TwinFacts | undefined> => {
      if (twin === null || 'reason' in twin) return undefined
      return await twins?.facts(twin.account, clientId).catch(() => undefined)
    },
  }
}
