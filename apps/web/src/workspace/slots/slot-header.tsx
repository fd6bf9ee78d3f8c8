import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { Copy, ExternalLink, Maximize2, Minimize2, MoreHorizontal, PanelsTopLeft, Pencil, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { CHANNELS, channelOf } from '../../mirror/views/view-state.ts'
import { withTabOver } from '../layout/layout-edits.ts'
import { popOut, redock } from '../popout-windows.ts'
import { chooseChannel, closeSlot, duplicateSlot, toggleMaximised } from '../workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from '../workspace-context.ts'
import { CHANNEL_LOOKS, ChannelMark } from './channel-mark.tsx'
import { type FloatItem, FloatMenu } from './float-menu.tsx'
import { isOfOneChannel } from './slot-label.ts'
import { useSelectCoin, useSlot, useSlotCoin } from './slot-view.tsx'
import * as WORDS from './slot-words.ts'

const NameDialog = lazyPart(() => import('../../ui/overlays/name-dialog.tsx'), 'NameDialog')
const CoinPickerDialog = lazyPart(() => import('../../market-views/coins/coin-picker-dialog.tsx'), 'CoinPickerDialog')

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
    <div className="slot-controls" role="toolbar" aria-label={WORDS.controls(titleOf(slot))}>
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
        title={WORDS.chooseACurrency}
        aria-label={WORDS.coinOfSlot(coin)}
        onClick={() => setOpen(true)}
      >
        {coin}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CoinPickerDialog current={coin} onChoose={select} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function ChannelMenu({ slot }: { readonly slot: LayoutSlot }) {
  const workspace = useWorkspace()
  const channel = channelOf(slot.channel)
  const items: readonly FloatItem[] = [
    ...CHANNELS.map((each) => ({
      id: String(each),
      label: WORDS.channel(each, CHANNEL_LOOKS[each].name.toLowerCase()),
      icon: <ChannelMark channel={each} />,
      isChosen: each === channel,
      onSelect: () => chooseChannel(workspace, slot.id, each),
    })),
    {
      id: 'own',
      label: WORDS.ownCoin,
      icon: <ChannelMark channel={null} />,
      startsGroup: true,
      isChosen: channel === null,
      onSelect: () => chooseChannel(workspace, slot.id, null),
    },
  ]
  const name = channel === null ? WORDS.noChannel : `channel ${channel}, ${CHANNEL_LOOKS[channel].name.toLowerCase()}`
  return (
    <FloatMenu label={WORDS.follows(name)} items={items}>
      <ChannelMark channel={channel} />
    </FloatMenu>
  )
}

function MaximiseButton({ id }: { readonly id: string }) {
  const workspace = useWorkspace()
  const isMaximised = useWorkspaceState(({ layout }) => layout?.maximised != null)
  const label = isMaximised ? WORDS.restore : WORDS.maximise
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

const SIDES = [
  ['left', WORDS.stackOnLeft],
  ['right', WORDS.stackOnRight],
  ['up', WORDS.stackOnAbove],
  ['down', WORDS.stackOnBelow],
] as const

function MoreMenu({ slot, where }: { readonly slot: LayoutSlot; readonly where: SlotControlsProps['where'] }) {
  const [isNaming, setNaming] = useState(false)
  const { id } = slot
  const workspace = useWorkspace()
  const { titleOf } = workspace
  const isLocked = useWorkspaceState(({ layout }) => layout?.locked === true)
  const own: FloatItem[] = [
    { id: 'rename', label: WORDS.rename, icon: <Pencil size={14} />, onSelect: () => setNaming(true) },
    { id: 'duplicate', label: WORDS.duplicateTab, icon: <Copy size={14} />, onSelect: () => duplicateSlot(workspace, id) },
  ]
  const placing: FloatItem[] = SIDES.map(([side, label], index) => ({
    id: side,
    label,
    startsGroup: index === 0,
    onSelect: () => workspace.change(withTabOver(id, side)),
  }))
  const items: FloatItem[] = [
    ...own,
    ...(where === 'dock'
      ? [{ id: 'pop-out', label: WORDS.openInWindow, icon: <ExternalLink size={14} />, onSelect: () => popOut(workspace, id) }]
      : []),
    ...(where === 'window'
      ? [{ id: 'dock', label: WORDS.returnToWorkspace, icon: <PanelsTopLeft size={14} />, onSelect: () => redock(workspace, id) }]
      : []),
    ...(where === 'dock' && !isLocked ? placing : []),
    { id: 'close', label: WORDS.close, icon: <X size={14} />, startsGroup: true, onSelect: () => closeSlot(workspace, id) },
  ]
  return (
    <>
      <FloatMenu label={WORDS.moreAbout(titleOf(slot))} items={items}>
        <MoreHorizontal size={14} aria-hidden="true" />
      </FloatMenu>
      {isNaming && (
        <Suspense fallback={null}>
          <NameDialog
            title={WORDS.renameSlot}
            label={WORDS.name}
            value={titleOf(slot)}
            most={40}
            action="Rename"
            onName={(title) => workspace.changeSlot(id, { title })}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  )
}
