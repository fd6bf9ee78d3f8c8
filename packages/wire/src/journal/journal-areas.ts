import * as journal from './journal.ts'
import * as journalImports from './journal-imports.ts'
import * as journalStatistics from './journal-statistics.ts'

/** Everything that the journal says on the wire, for the lock of `protocol.ts`. */
export const journalAreas = { journal, journalImports, journalStatistics }
