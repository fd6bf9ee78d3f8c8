import type { AlertFiring } from '@aerie/wire/alerts/alert-rows'
import { clockText, dateText, momentText } from '../../platform/format/market-text.ts'

const SEEN_LATE_MS = 60_000

/** E.g. `Sun 22 Nov, 10:42`; if seen later: `happened Sun 22 Nov, 10:42, seen 10:50`. */
export function happenedText({ at, seen_at, is_late }: Pick<AlertFiring, 'at' | 'seen_at' | 'is_late'>): string {
  const [happened, seen] = [Date.parse(at), Date.parse(seen_at)]
  if (!is_late && seen - happened < SEEN_LATE_MS) return momentText(happened)
  const isOtherDay = dateText(happened) !== dateText(seen)
  return `happened ${momentText(happened)}, seen ${isOtherDay ? momentText(seen) : clockText(seen)}`
}
