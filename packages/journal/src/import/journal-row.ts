/** The user's own words of an exported trip. */
export type ReportedNote = { readonly tags: readonly string[]; readonly note: string; readonly rating: number | null }

/**
 * A closed round trip as our own export tells it: amounts as decimal text of `currency`, null where they are not known. Nobody vouches
 * for it: it may have been edited since.
 */
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
  /** Far ends of the worst and best, where they are a range; absent of what was read before there were any. */
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
  readonly note: ReportedNote | null
}

/** A row of our own export. */
export type ImportedJournalTrip = {
  readonly kind: 'journal'
  readonly closedAt: number
  readonly symbol: string
  /** Where the trip came from when it was exported. */
  readonly origin: string
  /** Identity of the trip that was exported. */
  readonly tradeId: string
  readonly row: JournalTripRow
}
