import { type Layout, type LayoutSlot, tabsOf } from '@aerie/wire/workspace/layout'
import { channelOf, type useViewState } from '../../../platform/mirror/views/view-state.ts'
import type { Workspace } from '../workspace.ts'

type Channels = ReturnType<typeof useViewState.getState>['channels']
type Named = Pick<Workspace, 'kindOf' | 'titleOf'>
type Neighbours = { readonly slots: readonly LayoutSlot[]; readonly channels: Channels }

/** Unique label: name and coin, numbered if several are the same; '' if there is no such slot. */
export function slotLabel({ kindOf, titleOf }: Named, id: string, { slots, channels }: Neighbours): string {
  const labels = slots.map(({ kind, title, channel: number, coin }) => {
    const channel = channelOf(number)
    const shown = channel === null ? (coin ?? 'BTC') : channels[channel].instrument.symbol
    return kindOf(kind)?.isOfNoCoin === true ? titleOf({ kind, title }) : `${titleOf({ kind, title })} ${shown}`
  })
  const at = slots.findIndex((slot) => slot.id === id)
  const label = labels[at] ?? ''
  const number = labels.slice(0, at + 1).filter((each) => each === label).length
  return number > 1 ? `${label} (${number})` : label
}

/** Whether all tabs around a slot follow one channel, so that the tabs need not repeat its coin. */
export function isOfOneChannel({ slots, place }: Pick<Layout, 'slots' | 'place'>, id: string): boolean {
  const together = tabsOf(place).find((tabs) => tabs.slots.includes(id))?.slots ?? []
  const channels = new Set(slots.filter((slot) => together.includes(slot.id)).map(({ channel }) => channel))
  return channels.size === 1 && !channels.has(null)
}
