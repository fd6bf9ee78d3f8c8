export { type CandleQuery, mayHaveOlder, PAGE_CANDLES, readCandles, readSince } from './candle-pages.ts'
export { CoinPickerDialog } from './coins/coin-picker-dialog.tsx'
export { BARE_COINS, coinsQuery, type NamedCoin, useStars } from './coins/coins-query.ts'
export { Converter } from './converter.tsx'
export { BookFrame, SyntheticNote } from './depth/book-frame.tsx'
export type { BookLevel } from './depth/ladder-painter.ts'
export { levelText, levelTexts } from './depth/level-text.ts'
export { OrderBook } from './depth/order-book.tsx'
export { ageText, badgeTone, Change, Figure, SupplyNote, SupplyText } from './figure/figure.tsx'
export { ProvenanceHost } from './figure/provenance-host.tsx'
export { Sparkline } from './figure/sparkline.tsx'
export { sparklinePath } from './figure/sparkline-path.ts'
export { moveInTable } from './figure/table-keys.ts'
export {
  type Breadth,
  BreadthBar,
  breadthOf,
  type MarketTotal,
  newestOf,
  SPAN_LABELS,
  SPANS,
  type Span,
  totalOf,
} from './overview/market-breadth.tsx'
export { changeTone, knownText, MarketFact } from './overview/market-fact.tsx'
export { controlReplay, MarketNote, replayQuery, useIsMarketStale } from './overview/market-note.tsx'
export { MoversPanel } from './overview/movers-panel.tsx'
export { type CorrelationBasis, correlationQuery, pairQuery, screenQuery, volatilityQuery } from './statistics-queries.ts'
export { TradesTape } from './trades/trades-tape.tsx'
