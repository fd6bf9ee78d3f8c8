import { type Layout, type LayoutSlot, tabsOf } from '@aerie/wire/layout'
import { Tabs } from '../../ui/tabs.tsx'
import { SlotControls } from './slot-header.tsx'
import { kindOf } from './slot-kinds.ts'
import { titleOf } from './slot-label.ts'
import { SlotView } from './slot-view.tsx'
import { useIsAwake } from './use-is-awake.ts'
import { coinOf } from './workspace-actions.ts'
import { focusSlot, useWorkspace } from './workspace-store.ts'

/** A slot of a channel shows the channel's coin on its button; one on its own is told apart by its coin. */
const tabTitle = (slot: LayoutSlot): string =>
  slot.channel === null && kindOf(slot.kind)?.isOfNoCoin !== true ? `${titleOf(slot)} ${coinOf(slot)}` : titleOf(slot)

/** Small screens: the same slots, one at a time. */
export function PhoneWorkspace({ layout }: { readonly layout: Layout }) {
  const focused = useWorkspace((state) => state.focused)
  const isAwake = useIsAwake()
  const order = tabsOf(layout.place).flatMap(({ slots }) => slots)
  const slots = order.flatMap((id) => layout.slots.filter((slot) => slot.id === id))
  const selected = slots.find(({ id }) => id === focused) ?? slots[0]
  if (selected === undefined) return null
  const tabs = slots.map((slot) => ({ id: slot.id, title: tabTitle(slot) }))
  return (
    <Tabs
      label="Slots"
      tabs={tabs}
      selected={selected.id}
      onSelect={focusSlot}
      className="phone-workspace"
      panelClassName="flex min-h-0 flex-1 flex-col"
    >
      <div className="phone-controls">
        <SlotControls id={selected.id} where="phone" />
      </div>
      <SlotView key={selected.id} id={selected.id} isVisible={isAwake} />
    </Tabs>
  )
}
