import { type Layout, type LayoutSlot, tabsOf } from '@aerie/wire/workspace/layout'
import { Tabs } from '../ui/tabs.tsx'
import { SlotControls } from './slots/slot-header.tsx'
import { SlotView } from './slots/slot-view.tsx'
import { useIsAwake } from './slots/use-is-awake.ts'
import type { Workspace } from './workspace.ts'
import { coinOf } from './workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from './workspace-context.ts'

/** A slot of a channel shows the channel's coin on its button; one on its own is told apart by its coin. */
const tabTitle = ({ kindOf, titleOf }: Workspace, slot: LayoutSlot): string =>
  slot.channel === null && kindOf(slot.kind)?.isOfNoCoin !== true ? `${titleOf(slot)} ${coinOf(slot)}` : titleOf(slot)

function inPhoneOrder({ phoneFirst = [] }: Workspace, slots: readonly LayoutSlot[]): readonly LayoutSlot[] {
  const first = phoneFirst.flatMap((kind) => slots.filter((slot) => slot.kind === kind))
  return [...first, ...slots.filter((slot) => !first.includes(slot))]
}

/** Small screens: the same slots, one at a time. */
export function PhoneWorkspace({ layout }: { readonly layout: Layout }) {
  const workspace = useWorkspace()
  const focused = useWorkspaceState((state) => state.focused)
  const isAwake = useIsAwake()
  const order = tabsOf(layout.place).flatMap(({ slots }) => slots)
  const slots = inPhoneOrder(
    workspace,
    order.flatMap((id) => layout.slots.filter((slot) => slot.id === id)),
  )
  const selected = slots.find(({ id }) => id === focused) ?? slots[0]
  if (selected === undefined) return null
  const tabs = slots.map((slot) => ({ id: slot.id, title: tabTitle(workspace, slot) }))
  return (
    <Tabs
      label="Slots"
      tabs={tabs}
      selected={selected.id}
      onSelect={workspace.focus}
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
