import type { Channel } from '../../mirror/views/view-state.ts'

/** What each slot of the workspace is given. */
export type SlotProps = {
  /** The slot's own id within its layout. */
  readonly id: string
  /** The channel it follows; null where it keeps a coin of its own. */
  readonly channel: Channel | null
  /** The coin it shows: its channel's, or its own. */
  readonly symbol: string
  /** Chooses a coin: for the whole channel where the slot is on one. */
  readonly selectCoin: (symbol: string) => void
  /** What the slot keeps in its layout, as it was stored: each slot parses it with a schema of its own. */
  readonly options: unknown
  readonly changeOptions: (next: Readonly<Record<string, unknown>>) => void
}
