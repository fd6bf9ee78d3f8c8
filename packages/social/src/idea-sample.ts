/** When an idea ran and on which coin. Times in milliseconds since the epoch. */
export type SampleSpan = {
  readonly symbol: string
  /** Place in the order of posting. */
  readonly seq: number
  readonly startsAt: number
  readonly dueAt: number
}

/**
 * Ideas that do not overlap: of each coin the first, then the next that begins when that one has ended, and so on. Chosen by time alone,
 * whatever came of them, so that twenty ideas on one coin within an hour count once and nobody picks the good ones afterwards. Of those that
 * begin with one candle the one that was posted first counts: the others knew already what the price did to it.
 *
 * @param ideas of one author in one market, in any order; those that are open or have no result too
 * @returns oldest first
 * @throws never
 */
export function independentIdeas<T extends SampleSpan>(ideas: readonly T[]): T[] {
  const freeFrom = new Map<string, number>()
  return ideas
    .toSorted((a, b) => a.startsAt - b.startsAt || a.seq - b.seq)
    .filter(({ symbol, startsAt, dueAt }) => {
      if (startsAt < (freeFrom.get(symbol) ?? 0)) return false
      freeFrom.set(symbol, dueAt)
      return true
    })
}
