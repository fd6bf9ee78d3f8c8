import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { BADGES } from '@aerie/wire/market/market'

type Tone = { readonly dot: string; readonly text: string }
const TONES: Record<(typeof BADGES)[number], Tone> = {
  LIVE: { dot: 'bg-success', text: 'text-success' },
  SIMULATED: { dot: 'bg-info', text: 'text-info' },
  REPLAY: { dot: 'bg-accent', text: 'text-accent-text' },
  STALE: { dot: 'bg-warning', text: 'text-warning' },
}

export const badgeTone = (badge: (typeof BADGES)[number] | undefined): Tone =>
  badge ? TONES[badge] : { dot: 'bg-ink-3', text: 'text-ink-2' }

export function ageText(ms: number | null): string {
  if (ms === null) return ''
  if (ms < MINUTE_MS) return `, ${Math.floor(ms / SECOND_MS)} s ago`
  if (ms < HOUR_MS) return `, ${Math.floor(ms / MINUTE_MS)} min ago`
  return ms < 2 * DAY_MS ? `, ${Math.floor(ms / HOUR_MS)} h ago` : `, ${Math.floor(ms / DAY_MS)} days ago`
}
