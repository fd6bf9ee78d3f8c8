import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { unguarded } from '../../../trading/account/open-risk.ts'
import { CLAW_WORDS } from '../claw-words.ts'

const { next: WORDS } = CLAW_WORDS

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
  if (positions === null) return { words: WORDS.unknown, button: WORDS.tradeButton, to: '/claw/trade' }
  const bare = unguarded(positions, orders)
  if (bare.length > 0) return { words: WORDS.guard(bare.join(', ')), button: WORDS.guardButton, to: '/claw/trade', symbol: bare[0] }
  if (positions.length > 0) return { words: WORDS.watch(positions.length), button: WORDS.watchButton, to: '/claw/trade' }
  if (closedYesterday !== null && closedYesterday > 0)
    return { words: WORDS.review(closedYesterday), button: WORDS.reviewButton, to: `/claw/posttrade?from=${day}&to=${day}` }
  if (isPrepared === false) return { words: WORDS.prepare, button: WORDS.prepareButton, to: '/claw/pretrade' }
  return { words: WORDS.trade, button: WORDS.tradeButton, to: '/claw/trade' }
}
