/** What the journal writes in the transaction of a batch, as the one statement of group-commit.ts reads it. */
export type JournalRows = {
  readonly journal: Readonly<Record<string, unknown>>
  readonly facts: readonly Readonly<Record<string, unknown>>[]
  /** By the ids of the trips: of one trip the last row counts. */
  readonly trips: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Two writings of one account, one after the other, as one. */
export const joinRows = (first: JournalRows | undefined, second: JournalRows | undefined): JournalRows | undefined =>
  first === undefined || second === undefined
    ? (second ?? first)
    : {
        journal: second.journal,
        facts: [...first.facts, ...second.facts],
        trips: new Map([...first.trips, ...second.trips]),
      }
