import { PAGE_SIZE } from '@aerie/wire/market/market'

/** Non-breaking space that reserves the line. */
export const UNKNOWN_RANGE = '\u00A0'

export function rangeText(page: number, count: number | null): string {
  if (count === null) return UNKNOWN_RANGE
  const before = (page - 1) * PAGE_SIZE
  return count === 0 ? 'Showing 0 - 0' : `Showing ${before + 1} - ${before + count}`
}
