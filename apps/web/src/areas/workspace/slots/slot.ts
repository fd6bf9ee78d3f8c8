import type { Channel } from '../../../platform/mirror/views/view-state.ts'

export type SlotProps = {
  readonly id: string
  readonly channel: Channel | null
  readonly symbol: string
  readonly selectCoin: (symbol: string) => void
  /** Stored options, not validated: each slot parses them with its own schema. */
  readonly options: unknown
  readonly changeOptions: (next: Readonly<Record<string, unknown>>) => void
}
