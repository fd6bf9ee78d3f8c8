import type { TradingAccount } from '@aerie/wire/trading/trading-account'

const MARKET_LABELS: Readonly<Record<TradingAccount['source_kind'], string>> = {
  sim: 'simulated market',
  replay: 'recorded market',
  live: 'live prices',
}

/** Account kind and price source: must always be visible where an order is sent. */
export const accountText = ({ kind, source_kind }: Pick<TradingAccount, 'kind' | 'source_kind'>): string =>
  `${kind} · ${MARKET_LABELS[source_kind]}`
