import * as journal from './journal.ts'
import * as journalImports from './journal-imports.ts'
import * as journalStatistics from './journal-statistics.ts'

/** Journal schemas for the `protocol.ts` lock. */
export const journalAreas = { journal, journalImports, journalStatistics }
