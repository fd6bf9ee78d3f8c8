import type { Clock } from '@aerie/core/time'
import type { Random } from '@aerie/runtime/backoff'
import type { Timers } from './timers.ts'

/** Injected environment of an upstream client. `random` is in [0, 1). */
export type Environment = {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly fetch: typeof fetch
}
