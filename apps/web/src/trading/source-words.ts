import type { TradingAccount } from '@aerie/wire/trading/trading-account'

/** Whose prices an account trades at, in the words of its submit button. */
export const MARKET_WORDS: Readonly<Record<TradingAccount['source_kind'], string>> = {
  sim: 'simulated market',
  replay: 'recorded market',
  live: 'live prices',
}

/** What kind of account it is and whose prices it trades at: never out of sight where an order is sent. */
export const accountWords = ({ kind, source_kind }: Pick<TradingAccount, 'kind' | 'source_kind'>): string =>
  `${kind} · ${MARKET_WORDS[source_kind]}`
