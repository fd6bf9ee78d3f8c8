/** A round trip as statistics read it. Amounts in micro-USDC, null where they are not known. */
export type ReportTrip = {
  readonly id: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  /** Null: the file does not tell. */
  readonly openedAt: number | null
  readonly closedAt: number
  readonly gross: bigint
  readonly fees: bigint
  readonly funding: bigint
  readonly net: bigint
  /** Null without a stop at entry. */
  readonly r: number | null
  readonly mae: bigint | null
  readonly mfe: bigint | null
  readonly slippage: bigint | null
  /** Against the middle at the arrival of its orders, and against the prices that set them off. */
  readonly arrivalSlippage: bigint | null
  readonly triggerSlippage: bigint | null
  /** Worth of all that was entered. */
  readonly entered: bigint
  /** The worst as a fraction of what the position had cost, 0 or below. */
  readonly maePart: number | null
  /** Between its fills its prices were watched, too: `maePart` lacks none. */
  readonly isWatched: boolean
  readonly tags: readonly string[]
}

const IN_ONE = 1_000_000

/** USDC as a number: for figures, never for what is owed. */
export const usdcNumber = (micro: bigint): number => Number(micro) / IN_ONE

/** Sum of one of a trip's amounts. */
export const sumOf = (trips: readonly ReportTrip[], amount: (trip: ReportTrip) => bigint): bigint =>
  trips.reduce((sum, trip) => sum + amount(trip), 0n)
