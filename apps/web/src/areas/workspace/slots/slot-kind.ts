import type { LucideIcon } from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { SlotProps } from './slot.ts'

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
