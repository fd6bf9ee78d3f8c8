import * as journal from './journal.ts'
import * as journalConnections from './journal-connections.ts'
import * as journalImports from './journal-imports.ts'
import * as journalStatistics from './journal-statistics.ts'

/** Journal schemas for the `protocol.ts` lock. */
export const journalAreas = { journal, journalConnections, journalImports, journalStatistics }
