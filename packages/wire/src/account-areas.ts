import * as details from './account-details.ts'
import * as forms from './account-forms.ts'
import * as security from './account-security.ts'
import * as tokens from './account-tokens.ts'
import * as accounts from './accounts.ts'
import * as apex from './apex.ts'
import * as wallets from './wallets.ts'

/** Accounts and their wallets, for the lock of `protocol.ts`. Accounts are in several files, so that forms stay out of Home's first load. */
export const accountAreas = { accounts: { ...forms, ...security, ...accounts, ...details, ...tokens }, wallets, apex }
