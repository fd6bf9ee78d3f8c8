export type JournalRows = {
  readonly journal: Readonly<Record<string, unknown>>
  readonly facts: readonly Readonly<Record<string, unknown>>[]
  /** By trip ID; the last row of a trip wins. */
  readonly trips: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

export const joinRows = (first: JournalRows | undefined, second: JournalRows | undefined): JournalRows | undefined =>
  first === undefined || second === undefined
    ? (second ?? first)
    : {
        journal: second.journal,
        facts: [...first.facts, ...second.facts],
        trips: new Map([...first.trips, ...second.trips]),
      }
