import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useState } from 'react'
import { CoinPickerDialog } from '../../market-views/coins/coin-picker-dialog.tsx'
import { toggleMaximised } from '../workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from '../workspace-context.ts'
import { isOfOneChannel } from './slot-label.ts'
import { ChannelMenu, MoreMenu } from './slot-menus.tsx'
import { useSelectCoin, useSlot, useSlotCoin } from './slot-view.tsx'

/** What a slot is called on its tab: glyph, name, and its coin where it shows one. */
export function SlotTitle({ id }: { readonly id: string }) {
  const { kindOf, titleOf } = useWorkspace()
  const slot = useSlot(id)
  const coin = useSlotCoin(slot)
  const isOfOne = useWorkspaceState(({ layout }) => layout !== null && isOfOneChannel(layout, id))
  if (slot === undefined) return null
  const kind = kindOf(slot.kind)
  return (
    <span className="slot-title">
      {kind !== undefined && <kind.Icon size={14} aria-hidden="true" className="shrink-0 text-ink-3" />}
      <span className="truncate">
        {titleOf(slot)}
        {kind?.isOfNoCoin !== true && !isOfOne && <span className="slot-title-coin"> {coin}</span>}
      </span>
    </span>
  )
}

type SlotControlsProps = {
  readonly id: string
  /** Where the slot stands: some things are done in the workspace only. */
  readonly where: 'dock' | 'window' | 'phone'
}

/** Coin, channel, maximise and everything else that can be done with a slot. */
export function SlotControls({ id, where }: SlotControlsProps) {
  const { kindOf, titleOf } = useWorkspace()
  const slot = useSlot(id)
  if (slot === undefined) return null
  const isOfCoin = kindOf(slot.kind)?.isOfNoCoin !== true
  return (
    <div className="slot-controls" role="toolbar" aria-label={`${titleOf(slot)} controls`}>
      {isOfCoin && <CoinButton slot={slot} />}
      <ChannelMenu slot={slot} />
      {where === 'dock' && <MaximiseButton id={id} />}
      <MoreMenu slot={slot} where={where} />
    </div>
  )
}

function CoinButton({ slot }: { readonly slot: LayoutSlot }) {
  const [isOpen, setOpen] = useState(false)
  const coin = useSlotCoin(slot)
  const select = useSelectCoin(slot)
  return (
    <>
      <button
        type="button"
        className="slot-button slot-coin"
        aria-haspopup="dialog"
        title="Choose a currency"
        aria-label={`Coin: ${coin}. Choose a currency`}
        onClick={() => setOpen(true)}
      >
        {coin}
      </button>
      {isOpen && <CoinPickerDialog current={coin} onChoose={select} onClose={() => setOpen(false)} />}
    </>
  )
}

function MaximiseButton({ id }: { readonly id: string }) {
  const workspace = useWorkspace()
  const isMaximised = useWorkspaceState(({ layout }) => layout?.maximised != null)
  const label = isMaximised ? 'Restore' : 'Maximise'
  const Icon = isMaximised ? Minimize2 : Maximize2
  return (
    <button
      type="button"
      className="slot-button"
      aria-label={label}
      title={label}
      aria-pressed={isMaximised}
      onClick={() => toggleMaximised(workspace, id)}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  )
}
