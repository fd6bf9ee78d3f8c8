/** What a dead-man switch is set to. */
export type CancelPlan = {
  /** From each renewal to the cancel, in milliseconds of the market's clock. */
  readonly afterMs: number
  /** Orders that only reduce a position stand, so that it keeps its stops. */
  readonly keepsReduceOnly: boolean
}

/** A dead-man switch that runs: at `at` on the market's clock all orders end, unless it is renewed or turned off before. */
export type ScheduledCancel = CancelPlan & { readonly at: number }
