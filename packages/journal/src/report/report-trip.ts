/** Round trip for statistics. Amounts in micro-USDC, null if unknown. */
export type ReportTrip = {
  readonly id: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly openedAt: number | null
  readonly closedAt: number
  readonly gross: bigint
  readonly fees: bigint
  readonly funding: bigint
  readonly net: bigint
  readonly r: number | null
  readonly mae: bigint | null
  readonly mfe: bigint | null
  readonly slippage: bigint | null
  /** Against the mid at order arrival, and against trigger prices. */
  readonly arrivalSlippage: bigint | null
  readonly triggerSlippage: bigint | null
  readonly entered: bigint
  /** Worst as a fraction of the cost, ≤ 0. */
  readonly maePart: number | null
  /** Prices were also observed between fills, so `maePart` is complete. */
  readonly isWatched: boolean
  readonly tags: readonly string[]
}

const IN_ONE = 1_000_000

/** USDC as a float, for statistics only, never for balances. */
export const usdcNumber = (micro: bigint): number => Number(micro) / IN_ONE

/** Sum of one amount over trips. */
export const sumOf = (trips: readonly ReportTrip[], amount: (trip: ReportTrip) => bigint): bigint =>
  trips.reduce((sum, trip) => sum + amount(trip), 0n)
