import * as forms from './account-forms.ts'
import * as accounts from './accounts.ts'

/** The schemas of accounts for the lock of the wire: one area in two files, so that forms stay out of Home's first load. */
export const accountAreas = { accounts: { ...forms, ...accounts } }
