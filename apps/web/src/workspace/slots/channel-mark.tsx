import type { Channel } from '../../mirror/views/view-state.ts'

/** What tells the channels apart besides their colour: FDC3's names of the colours, and a shape each. */
export const CHANNEL_LOOKS: Readonly<Record<Channel, { readonly name: string; readonly glyph: string }>> = {
  1: { name: 'Red', glyph: '●' },
  2: { name: 'Orange', glyph: '▲' },
  3: { name: 'Yellow', glyph: '■' },
  4: { name: 'Green', glyph: '◆' },
  5: { name: 'Cyan', glyph: '★' },
  6: { name: 'Blue', glyph: '▼' },
  7: { name: 'Magenta', glyph: '♥' },
  8: { name: 'Purple', glyph: '♣' },
}

/** Number, shape and colour of a channel; a dash for a coin of its own. */
export const ChannelMark = ({ channel }: { readonly channel: Channel | null }) => (
  <span translate="no" aria-hidden="true" className="channel-mark num" data-channel={channel ?? undefined}>
    {channel === null ? '–' : `${CHANNEL_LOOKS[channel].glyph}${channel}`}
  </span>
)
