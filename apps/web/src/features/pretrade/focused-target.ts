import type { LayoutSlot } from '@aerie/wire/layout'
import { type Channel, channelTarget, type ViewTarget } from '../../mirror/view-state.ts'
import { kindOf } from './slot-kinds.ts'
import { coinOf, findSlot } from './workspace-actions.ts'
import { changeSlot, useWorkspace } from './workspace-store.ts'

/**
 * What the keys for coin, timeframe and horizon turn in the focused slot: its channel, but for a timeframe of its own; without a
 * channel, what it keeps itself. Null where there is no such slot, or one that has neither channel nor coin.
 */
export function focusedTarget(): ViewTarget | null {
  const slot = findSlot(useWorkspace.getState().focused)
  if (slot === undefined) return null
  const { keeps, isOfNoCoin } = kindOf(slot.kind) ?? {}
  if (slot.channel === null) {
    if (isOfNoCoin === true) return null
    return {
      symbol: coinOf(slot),
      chooseCoin: ({ symbol }) => changeSlot(slot.id, { coin: symbol }),
      chooseInterval: keeps === 'interval' ? keep(slot, 'interval') : null,
      chooseHours: keeps === 'hours' ? keep(slot, 'hours') : null,
    }
  }
  const channel = channelTarget(slot.channel as Channel) // the schema lets 1 to 8 through
  const hasOwn = keeps === 'interval' && slot.options.interval !== undefined
  return hasOwn ? { ...channel, chooseInterval: keep(slot, 'interval') } : channel
}

const keep =
  ({ id, options }: LayoutSlot, name: 'interval' | 'hours') =>
  (value: unknown): void =>
    changeSlot(id, { options: { ...options, [name]: value } }, { isStep: false })
