import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { MoreHorizontal } from 'lucide-react'
import { channelOf } from '../../mirror/views/view-state.ts'
import { CHANNEL_LOOKS, ChannelMark } from './channel-mark.tsx'
import * as WORDS from './slot-words.ts'

type OfSlot = Pick<LayoutSlot, 'channel'>

/** Whom a slot follows, as its button says it. */
export function channelLabel(slot: OfSlot): string {
  const channel = channelOf(slot.channel)
  return WORDS.follows(channel === null ? 'no channel: own coin' : `channel ${channel}, ${CHANNEL_LOOKS[channel].name.toLowerCase()}`)
}

export const ChannelFace = ({ slot }: { readonly slot: OfSlot }) => <ChannelMark channel={channelOf(slot.channel)} />
export const MoreFace = () => <MoreHorizontal size={14} aria-hidden="true" />
