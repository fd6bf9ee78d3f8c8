import type { Channel } from '../../mirror/views/view-state.ts'
import * as WORDS from './slot-words.ts'

/** What tells the channels apart besides their colour: FDC3's names of the colours, and a shape each. */
export const CHANNEL_LOOKS: Readonly<Record<Channel, { readonly name: string; readonly glyph: string }>> = {
  1: { name: WORDS.red, glyph: '●' },
  2: { name: WORDS.orange, glyph: '▲' },
  3: { name: WORDS.yellow, glyph: '■' },
  4: { name: WORDS.green, glyph: '◆' },
  5: { name: WORDS.cyan, glyph: '★' },
  6: { name: WORDS.blue, glyph: '▼' },
  7: { name: WORDS.magenta, glyph: '♥' },
  8: { name: WORDS.purple, glyph: '♣' },
}

/** Number, shape and colour of a channel; a dash for a coin of its own. */
export const ChannelMark = ({ channel }: { readonly channel: Channel | null }) => (
  <span translate="no" aria-hidden="true" className="channel-mark num" data-channel={channel ?? undefined}>
    {channel === null ? '–' : `${CHANNEL_LOOKS[channel].glyph}${channel}`}
  </span>
)
