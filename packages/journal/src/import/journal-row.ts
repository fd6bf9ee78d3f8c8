/** User's notes of an exported trip. */
export type ReportedNote = { readonly tags: readonly string[]; readonly note: string; readonly rating: number | null }

/** Closed round trip from our own export: decimal text in `currency`, null if unknown. Unverified: the file may have been edited. */
export type JournalTripRow = {
  readonly side: 'long' | 'short'
  readonly opened_at: number | null
  readonly closed_at: number
  readonly size: string
  readonly entry: string
  readonly exit: string | null
  readonly currency: string
  readonly gross: string | null
  readonly fees: string | null
  readonly funding: string
  readonly net: string | null
  readonly money_reason: 'fee_coin' | 'not_told' | 'account_reset' | null
  readonly risk: string | null
  readonly r: number | null
  readonly mae: string | null
  readonly mfe: string | null
  readonly mae_part: number | null
  readonly mfe_part: number | null
  /** Far ends of a range of worst and best; absent in older data. */
  readonly mae_far?: string | null
  readonly mfe_far?: string | null
  readonly mae_part_far?: number | null
  readonly mfe_part_far?: number | null
  readonly resolution: 'tick' | 'minute' | 'fills' | 'none'
  readonly slippage: string | null
  readonly arrival_slippage: string | null
  readonly trigger_slippage: string | null
  readonly source_kind: 'live' | 'sim' | 'replay' | null
  readonly coins: readonly { readonly coin: string; readonly amount: string }[]
  /** A fee in a third coin was valued by a candle; absent in older data. */
  readonly fees_estimated?: true | null
  readonly note: ReportedNote | null
}

/** Row of our own export. */
export type ImportedJournalTrip = {
  readonly kind: 'journal'
  readonly closedAt: number
  readonly symbol: string
  readonly origin: string
  readonly tradeId: string
  readonly row: JournalTripRow
}
