import type { AlertFiring, AlertRow } from '@aerie/wire/alerts/alert-rows'
import { clockText, dateText, momentText } from '../../platform/format/market-text.ts'

const SEEN_LATE_MS = 60_000

/** E.g. `Sun 22 Nov, 10:42`; if seen later: `happened Sun 22 Nov, 10:42, seen 10:50`. */
export function happenedText({ at, seen_at, is_late }: Pick<AlertFiring, 'at' | 'seen_at' | 'is_late'>): string {
  const [happened, seen] = [Date.parse(at), Date.parse(seen_at)]
  if (!is_late && seen - happened < SEEN_LATE_MS) return momentText(happened)
  const isOtherDay = dateText(happened) !== dateText(seen)
  return `happened ${momentText(happened)}, seen ${isOtherDay ? momentText(seen) : clockText(seen)}`
}

const MOST_SHOWN = 99

/** Counts of three digits or more read `99+`. */
export const countText = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))

/** `isOld`: the last refetch failed. */
export type Count = { readonly unread: number | null; readonly isOld: boolean }

/** Undefined: no badge (nothing unread, or loading). A dash means unknown. */
export function badgeText({ unread, isOld }: Count): string | undefined {
  if (unread !== null && unread > 0) return countText(unread)
  return isOld ? '–' : undefined
}

/** Count as a suffix of an accessible name; empty if nothing is unread or the count is loading. */
export function unreadText(unread: number | null, isOld: boolean): string {
  if (unread === null || unread === 0) return isOld ? 'unread count not known' : ''
  return isOld ? `${unread} unread when last known` : `${unread} unread`
}

export const shownState = ({ state }: Pick<AlertRow, 'state'>, isAllPaused: boolean): AlertRow['state'] =>
  state === 'active' && isAllPaused ? 'paused' : state
