import * as apex from '../apex.ts'
import * as apexOrders from '../apex-orders.ts'
import * as deletion from './account-deletion.ts'
import * as details from './account-details.ts'
import * as exports from './account-exports.ts'
import * as forms from './account-forms.ts'
import * as persona from './account-persona.ts'
import * as security from './account-security.ts'
import * as sessions from './account-sessions.ts'
import * as tokens from './account-tokens.ts'
import * as accounts from './accounts.ts'
import * as wallets from './wallets.ts'

/** Account and wallet schemas for the `protocol.ts` lock. Split over several files to keep forms out of Home's initial load. */
export const accountAreas = {
  accounts: { ...forms, ...security, ...sessions, ...accounts, ...details, ...tokens, ...exports, ...deletion, ...persona },
  wallets,
  apex,
  apexOrders,
}
