import type { LayoutSlot } from '@aerie/wire/layout'
import { channelOf, type useViewState } from '../../mirror/view-state.ts'
import type { Workspace } from '../workspace.ts'

type Channels = ReturnType<typeof useViewState.getState>['channels']
type Named = Pick<Workspace, 'kindOf' | 'titleOf'>
/** What a slot stands among. */
type Neighbours = { readonly slots: readonly LayoutSlot[]; readonly channels: Channels }

/** What a slot is called among the others: by its name and coin, and by number where several are called the same; '' for none. */
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
