import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { Coins, Copy, ExternalLink, Link2, Maximize2, Minimize2, MoreHorizontal, PanelsTopLeft, Pencil, Unlink, X } from 'lucide-react'
import { useState } from 'react'
import { CHANNELS, type Channel, channelOf } from '../../../platform/mirror/views/view-state.ts'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { NameDialog } from '../../../ui/overlays/name-dialog.tsx'
import { CoinPickerDialog } from '../../market/index.ts'
import { withTabOver } from '../layout/layout-edits.ts'
import { popOut, redock } from '../popout-windows.ts'
import type { Workspace } from '../workspace.ts'
import { chooseChannel, closeSlot, duplicateSlot, toggleMaximised } from '../workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from '../workspace-context.ts'
import { FloatMenu } from './float-menu.tsx'
import { isOfOneChannel } from './slot-label.ts'
import { useSelectCoin, useSlot, useSlotCoin } from './slot-view.tsx'

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
      {kind?.Count !== undefined && <kind.Count />}
    </span>
  )
}

/** On a phone there is room for one button, whose menu then holds all. */
type Where = 'dock' | 'window' | 'tablet' | 'phone'
type SlotControlsProps = { readonly id: string; readonly where: Where }

export function SlotControls({ id, where }: SlotControlsProps) {
  const { kindOf, titleOf } = useWorkspace()
  const slot = useSlot(id)
  if (slot === undefined) return null
  const isOfCoin = kindOf(slot.kind)?.isOfNoCoin !== true
  return (
    <div className="slot-controls" role="toolbar" aria-label={`${titleOf(slot)} controls`}>
      {isOfCoin && where !== 'phone' && <CoinButton slot={slot} />}
      {where !== 'phone' && <ChannelMenu slot={slot} />}
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

function ChannelMenu({ slot }: { readonly slot: LayoutSlot }) {
  return (
    <FloatMenu label={channelLabel(slot)} items={channelItems(useWorkspace(), slot)}>
      <ChannelFace slot={slot} />
    </FloatMenu>
  )
}

function channelItems(workspace: Workspace, slot: LayoutSlot): readonly MenuItem[] {
  const channel = channelOf(slot.channel)
  return [
    ...CHANNELS.map((each) => ({
      id: String(each),
      label: `Channel ${each}, ${CHANNEL_LOOKS[each].name.toLowerCase()}`,
      icon: <ChannelMark channel={each} />,
      isChosen: each === channel,
      onSelect: () => chooseChannel(workspace, slot.id, each),
    })),
    {
      id: 'own',
      label: 'Own coin',
      icon: <ChannelMark channel={null} />,
      startsGroup: true,
      isChosen: channel === null,
      onSelect: () => chooseChannel(workspace, slot.id, null),
    },
  ]
}

const SIDES = [
  ['left', 'Stack on the left slot'],
  ['right', 'Stack on the right slot'],
  ['up', 'Stack on the slot above'],
  ['down', 'Stack on the slot below'],
] as const

type MoreMenuProps = { readonly slot: LayoutSlot; readonly where: Where }

function MoreMenu({ slot, where }: MoreMenuProps) {
  const [dialog, setDialog] = useState<'name' | 'coin' | null>(null)
  const { id } = slot
  const workspace = useWorkspace()
  const { titleOf, kindOf } = workspace
  const coin = useSlotCoin(slot)
  const selectCoin = useSelectCoin(slot)
  const close = () => setDialog(null)
  const isLocked = useWorkspaceState(({ layout }) => layout?.locked === true)
  const own: MenuItem[] = [
    { id: 'rename', label: 'Rename…', icon: <Pencil size={14} />, onSelect: () => setDialog('name') },
    { id: 'duplicate', label: 'Duplicate as a tab', icon: <Copy size={14} />, onSelect: () => duplicateSlot(workspace, id) },
  ]
  const placing: MenuItem[] = SIDES.map(([side, label], index) => ({
    id: side,
    label,
    startsGroup: index === 0,
    onSelect: () => workspace.change(withTabOver(id, side)),
  }))
  const isOfCoin = kindOf(slot.kind)?.isOfNoCoin !== true
  const items: MenuItem[] = [
    ...(where === 'phone' && isOfCoin
      ? [{ id: 'coin', label: `Coin: ${coin}…`, icon: <Coins size={14} />, onSelect: () => setDialog('coin') }]
      : []),
    ...own,
    ...(where === 'dock'
      ? [{ id: 'pop-out', label: 'Open in a window', icon: <ExternalLink size={14} />, onSelect: () => popOut(workspace, id) }]
      : []),
    ...(where === 'window'
      ? [{ id: 'dock', label: 'Return to the workspace', icon: <PanelsTopLeft size={14} />, onSelect: () => redock(workspace, id) }]
      : []),
    ...(where === 'dock' && !isLocked ? placing : []),
    { id: 'close', label: 'Close', icon: <X size={14} />, startsGroup: true, onSelect: () => closeSlot(workspace, id) },
    ...(where === 'phone'
      ? channelItems(workspace, slot).map((item, index) => ({ ...item, startsGroup: index === 0 || item.id === 'own' }))
      : []),
  ]
  return (
    <>
      <FloatMenu label={`More about ${titleOf(slot)}`} items={items}>
        <MoreFace />
      </FloatMenu>
      {dialog === 'coin' && <CoinPickerDialog current={coin} onChoose={selectCoin} onClose={close} />}
      {dialog === 'name' && (
        <NameDialog
          title="Rename slot"
          label="Name"
          value={titleOf(slot)}
          most={40}
          action="Rename"
          onName={(title) => workspace.changeSlot(id, { title })}
          onClose={close}
        />
      )}
    </>
  )
}

type OfSlot = Pick<LayoutSlot, 'channel'>

function channelLabel(slot: OfSlot): string {
  const channel = channelOf(slot.channel)
  return channel === null ? 'Follows no channel: own coin' : `Follows channel ${channel}, ${CHANNEL_LOOKS[channel].name.toLowerCase()}`
}

/** Grey: a red mark with a number would look like a count of errors. */
const ChannelFace = ({ slot }: { readonly slot: OfSlot }) => {
  const channel = channelOf(slot.channel)
  return (
    <span translate="no" aria-hidden="true" className="channel-mark num">
      {channel === null ? <Unlink size={12} /> : <Link2 size={12} />}
      {channel}
    </span>
  )
}
const MoreFace = () => <MoreHorizontal size={14} aria-hidden="true" />

/** Distinguishes channels by more than color: FDC3's color names, and a shape each. */
const CHANNEL_LOOKS: Readonly<Record<Channel, { readonly name: string; readonly glyph: string }>> = {
  1: { name: 'Red', glyph: '●' },
  2: { name: 'Orange', glyph: '▲' },
  3: { name: 'Yellow', glyph: '■' },
  4: { name: 'Green', glyph: '◆' },
  5: { name: 'Cyan', glyph: '★' },
  6: { name: 'Blue', glyph: '▼' },
  7: { name: 'Magenta', glyph: '♥' },
  8: { name: 'Purple', glyph: '♣' },
}

const ChannelMark = ({ channel }: { readonly channel: Channel | null }) => (
  <span translate="no" aria-hidden="true" className="channel-mark num" data-channel={channel ?? undefined}>
    {channel === null ? '–' : `${CHANNEL_LOOKS[channel].glyph}${channel}`}
  </span>
)
