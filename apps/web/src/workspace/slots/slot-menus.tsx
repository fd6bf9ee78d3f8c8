import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { Copy, ExternalLink, PanelsTopLeft, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { CHANNELS, channelOf } from '../../mirror/views/view-state.ts'
import { NameDialog } from '../../ui/overlays/name-dialog.tsx'
import { withTabOver } from '../layout/layout-edits.ts'
import { popOut, redock } from '../popout-windows.ts'
import { chooseChannel, closeSlot, duplicateSlot } from '../workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from '../workspace-context.ts'
import { CHANNEL_LOOKS, ChannelMark } from './channel-mark.tsx'
import { type FloatItem, FloatMenu } from './float-menu.tsx'
import { ChannelFace, channelLabel, MoreFace } from './menu-faces.tsx'
import * as WORDS from './slot-words.ts'

/** Which channel a slot follows. */
export function ChannelMenu({ slot }: { readonly slot: LayoutSlot }) {
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
      label: 'Own coin',
      icon: <ChannelMark channel={null} />,
      startsGroup: true,
      isChosen: channel === null,
      onSelect: () => chooseChannel(workspace, slot.id, null),
    },
  ]
  return (
    <FloatMenu label={channelLabel(slot)} items={items}>
      <ChannelFace slot={slot} />
    </FloatMenu>
  )
}

const SIDES = [
  ['left', 'Stack on the left slot'],
  ['right', 'Stack on the right slot'],
  ['up', 'Stack on the slot above'],
  ['down', 'Stack on the slot below'],
] as const

type MoreMenuProps = { readonly slot: LayoutSlot; readonly where: 'dock' | 'window' | 'phone' }

/** Everything else that can be done with a slot. */
export function MoreMenu({ slot, where }: MoreMenuProps) {
  const [isNaming, setNaming] = useState(false)
  const { id } = slot
  const workspace = useWorkspace()
  const { titleOf } = workspace
  const isLocked = useWorkspaceState(({ layout }) => layout?.locked === true)
  const own: FloatItem[] = [
    { id: 'rename', label: 'Rename…', icon: <Pencil size={14} />, onSelect: () => setNaming(true) },
    { id: 'duplicate', label: 'Duplicate as a tab', icon: <Copy size={14} />, onSelect: () => duplicateSlot(workspace, id) },
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
      ? [{ id: 'pop-out', label: 'Open in a window', icon: <ExternalLink size={14} />, onSelect: () => popOut(workspace, id) }]
      : []),
    ...(where === 'window'
      ? [{ id: 'dock', label: 'Return to the workspace', icon: <PanelsTopLeft size={14} />, onSelect: () => redock(workspace, id) }]
      : []),
    ...(where === 'dock' && !isLocked ? placing : []),
    { id: 'close', label: 'Close', icon: <X size={14} />, startsGroup: true, onSelect: () => closeSlot(workspace, id) },
  ]
  return (
    <>
      <FloatMenu label={`More about ${titleOf(slot)}`} items={items}>
        <MoreFace />
      </FloatMenu>
      {isNaming && (
        <NameDialog
          title="Rename slot"
          label={WORDS.name}
          value={titleOf(slot)}
          most={40}
          action="Rename"
          onName={(title) => workspace.changeSlot(id, { title })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
