import { PAGE_SIZE } from '@aerie/wire/market/market'

/** Keeps the place of the words while there is nothing to say. */
export const UNKNOWN_RANGE = '\u00A0'

/** 'Showing X - Y' of what is really on the page; nothing is claimed while that is not known. */
export function rangeText(page: number, count: number | null): string {
  if (count === null) return UNKNOWN_RANGE
  const before = (page - 1) * PAGE_SIZE
  return count === 0 ? 'Showing 0 - 0' : `Showing ${before + 1} - ${before + count}`
}
