type Step = {
  readonly key: string
  /** Place of the row that has the focus, from 0. */
  readonly from: number
  readonly count: number
  /** Rows that are seen at a time. */
  readonly page: number
}

/** The row that a key leads to; null where the key means no move. */
export function nextPlace({ key, from, count, page }: Step): number | null {
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: count - 1 }[key]
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to))
}
