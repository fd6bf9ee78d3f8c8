import type { LucideIcon } from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import * as z from 'zod/mini'
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

export type SlotKind = {
  readonly title: string
  readonly description: string
  readonly Icon: LucideIcon
  readonly Slot: LazyExoticComponent<ComponentType<SlotProps>>
  /** Shows many coins: a selection goes to its channel; it has no coin of its own. */
  readonly isOfNoCoin?: boolean
  /** Shown after the title: how much there is in it. */
  readonly Count?: ComponentType
  /** Which view setting it stores in its options while it follows no channel: timeframe, or horizon in hours. */
  readonly keeps?: 'interval' | 'hours'
}

/** Parses stored slot options; invalid ones are ignored. */
export function parseOptions<T>(schema: z.ZodMiniType<T, unknown> | z.core.$ZodType<T>, options: unknown): Partial<T> {
  const parsed = z.safeParse(schema, options)
  return parsed.success ? parsed.data : {}
}
