import { size } from '@aerie/core/numbers/units'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { useBookPart } from '../../../platform/live/market/book.ts'
import { marketNow } from '../../../platform/live/market/market-status.ts'
import { priceFrom, priceOfNumber, sizeFrom, usdcFrom } from '../account/exact.ts'
import { useTradingState } from '../account/trading-state.ts'
import type { InstrumentTerms, TicketTerms } from './ticket-terms.ts'

const bestBid = (book: BookSnapshot | null) => book?.bids[0]?.[0] ?? null
const bestAsk = (book: BookSnapshot | null) => book?.asks[0]?.[0] ?? null

export function useTicketTerms(instrument: InstrumentTerms): TicketTerms {
  const { symbol } = instrument
  const bid = useBookPart(symbol, bestBid)
  const ask = useBookPart(symbol, bestAsk)
  const account = useTradingState(({ view }) => view?.account ?? null)
  const position = useTradingState(({ view }) => view?.positions.get(symbol) ?? null)
  return {
    instrument,
    bestBid: priceOfNumber(bid ?? undefined),
    bestAsk: priceOfNumber(ask ?? undefined),
    mark: priceFrom(position?.mark ?? null),
    equity: usdcFrom(account?.equity ?? null),
    free: usdcFrom(account?.free_margin ?? null),
    held: sizeFrom(position?.size ?? '0') ?? size(0n),
    now: marketNow(),
  }
}
