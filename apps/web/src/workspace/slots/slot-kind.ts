import type { LucideIcon } from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { SlotProps } from './slot.ts'

/** A kind of slot. */
export type SlotKind = {
  readonly title: string
  /** What it shows, for the list from which slots are added. */
  readonly words: string
  readonly Icon: LucideIcon
  readonly Slot: LazyExoticComponent<ComponentType<SlotProps>>
  /** It shows many coins: what is chosen there goes to its channel, and it has none of its own to show. */
  readonly isOfNoCoin?: boolean
  /** What of the view it keeps among its options where it follows no channel: its timeframe, or its horizon in hours. */
  readonly keeps?: 'interval' | 'hours'
}
