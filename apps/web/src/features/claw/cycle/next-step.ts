import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { unguarded } from '../../../trading/account/open-risk.ts'

/** What the user had best do now, why, and where. */
export type NextStep = {
  readonly words: string
  readonly button: string
  readonly to: string
  /** The coin that it is about, for a screen that shows one. */
  readonly symbol?: string | undefined
}

export type Standing = {
  /** Null where they could not be read. */
  readonly positions: readonly TradingPosition[] | null
  readonly orders: readonly TradingOrder[]
  /** Trades that were closed yesterday; null where it is not known. */
  readonly closedYesterday: number | null
  /** Whether today's checklist has a tick; null where it is not known. */
  readonly isPrepared: boolean | null
  /** Yesterday in the user's zone. */
  readonly day: string
}

/** The next step in the loop of a trade: first what is at risk, then what is open, then the review, then the preparation. */
export function nextStep({ positions, orders, closedYesterday, isPrepared, day }: Standing): NextStep {
  if (positions === null)
    return { words: 'Your open positions could not be loaded. Look at them on Trade.', button: 'Open Trade', to: '/claw/trade' }
  const bare = unguarded(positions, orders)
  if (bare.length > 0)
    return {
      words: `Without a stop: ${bare.join(', ')}. One large move can cost more than you planned.`,
      button: 'Set a stop',
      to: '/claw/trade',
      symbol: bare[0],
    }
  if (positions.length > 0)
    return {
      words: positions.length === 1 ? 'One position is open.' : `${positions.length} positions are open.`,
      button: 'Manage on Trade',
      to: '/claw/trade',
    }
  if (closedYesterday !== null && closedYesterday > 0)
    return {
      words:
        closedYesterday === 1
          ? 'One trade was closed yesterday. Review it while it is fresh.'
          : `${closedYesterday} trades were closed yesterday. Review them while they are fresh.`,
      button: 'Review yesterday',
      to: `/claw/posttrade?from=${day}&to=${day}`,
    }
  if (isPrepared === false)
    return { words: 'Nothing is open. Today’s checklist is not done yet.', button: 'Prepare on Pre-trade', to: '/claw/pretrade' }
  return { words: 'Nothing is open.', button: 'Open Trade', to: '/claw/trade' }
}
