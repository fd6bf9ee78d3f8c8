/** Settings of a dead-man switch. */
export type CancelPlan = {
  /** From each renewal to the cancel, in milliseconds of the market clock. */
  readonly afterMs: number
  /** Reduce-only orders are kept, so positions keep their stops. */
  readonly keepsReduceOnly: boolean
}

/** Active dead-man switch: all orders are canceled at `at` (market clock) unless it is renewed or turned off. */
export type ScheduledCancel = CancelPlan & { readonly at: number }
