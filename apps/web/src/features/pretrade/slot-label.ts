import type { LayoutSlot } from '@aerie/wire/layout'
import type { Channel, useViewState } from '../../mirror/view-state.ts'
import { kindOf } from './slot-kinds.ts'

type Channels = ReturnType<typeof useViewState.getState>['channels']

/** What a slot is called, without its coin. */
export const titleOf = ({ kind, title }: Pick<LayoutSlot, 'kind' | 'title'>): string => title ?? kindOf(kind)?.title ?? kind

/** What a slot is called among the others: by its name and coin, and by number where several are called the same; '' for none. */
export function slotLabel(id: string, slots: readonly LayoutSlot[], channels: Channels): string {
  const labels = slots.map(({ kind, title, channel, coin }) => {
    const shown = channel === null ? (coin ?? 'BTC') : channels[channel as Channel].instrument.symbol
    return kindOf(kind)?.isOfNoCoin === true ? titleOf({ kind, title }) : `${titleOf({ kind, title })} ${shown}`
  })
  const at = slots.findIndex((slot) => slot.id === id)
  const label = labels[at] ?? ''
  const number = labels.slice(0, at + 1).filter((each) => each === label).length
  return number > 1 ? `${label} (${number})` : label
}
