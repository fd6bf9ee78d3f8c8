import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { channelOf, channelTarget, type ViewTarget } from '../mirror/views/view-state.ts'
import type { Workspace } from './workspace.ts'
import { coinOf, findSlot } from './workspace-actions.ts'

/**
 * What the keys for coin, timeframe and horizon turn in the focused slot: its channel, but for a timeframe of its own; without a
 * channel, what it keeps itself. Null where there is no such slot, or one that has neither channel nor coin.
 */
export function focusedTarget(workspace: Workspace): ViewTarget | null {
  const slot = findSlot(workspace, workspace.store.getState().focused)
  if (slot === undefined) return null
  const { keeps, isOfNoCoin } = workspace.kindOf(slot.kind) ?? {}
  const number = channelOf(slot.channel)
  const keep = (name: 'interval' | 'hours') => keepOption(workspace, slot, name)
  if (number === null) {
    if (isOfNoCoin === true) return null
    return {
      symbol: coinOf(slot),
      chooseCoin: ({ symbol }) => workspace.changeSlot(slot.id, { coin: symbol }),
      chooseInterval: keeps === 'interval' ? keep('interval') : null,
      chooseHours: keeps === 'hours' ? keep('hours') : null,
    }
  }
  const channel = channelTarget(number)
  const hasOwn = keeps === 'interval' && slot.options.interval !== undefined
  return hasOwn ? { ...channel, chooseInterval: keep('interval') } : channel
}

const keepOption =
  ({ changeSlot }: Workspace, { id, options }: LayoutSlot, name: 'interval' | 'hours') =>
  (value: unknown): void =>
    changeSlot(id, { options: { ...options, [name]: value } }, { isStep: false })
