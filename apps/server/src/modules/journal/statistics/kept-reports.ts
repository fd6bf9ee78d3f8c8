import type { JournalReport } from '@aerie/journal/report/report'

/** Each has at most a few thousand points: a megabyte. */
const MOST_KEPT = 12

/** What a report was asked for, and the stamp of the trips that it counts. */
export type ReportKey = { readonly userId: string; readonly about: unknown; readonly stamp: string }

/** The long reports that were asked for last, each until a trip of it changes. */
export class KeptReports {
  /** The one that was asked for longest ago comes first. */
  readonly #reports = new Map<string, { readonly stamp: string; readonly report: JournalReport }>()

  /** The report that is kept, or what `make` gives. @throws what `make` throws */
  async of({ userId, about, stamp }: ReportKey, make: () => Promise<JournalReport>): Promise<JournalReport> {
    const key = JSON.stringify([userId, about])
    const found = this.#reports.get(key)
    const report = found?.stamp === stamp ? found.report : await make()
    this.#reports.delete(key)
    this.#reports.set(key, { stamp, report })
    for (const oldest of this.#reports.keys()) {
      if (this.#reports.size <= MOST_KEPT) break
      this.#reports.delete(oldest)
    }
    return report
  }
}
