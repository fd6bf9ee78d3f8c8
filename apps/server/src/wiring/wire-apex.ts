import { apexModule } from '../modules/apex/apex-module.ts'
import type { TwinOrders } from '../modules/trading/twin-orders.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

/** Users' accounts at ApeX Omni. */
export const wireApex = ({
  config,
  db,
  clock,
  logger,
  secretKey,
  requireUser,
  requireReauthenticated,
  users,
  twins,
}: Omit<Foundation, 'metrics'> & Pick<Accounts, 'requireUser' | 'requireReauthenticated' | 'users'> & { readonly twins: TwinOrders }) =>
  apexModule({ config, db, clock, logger, secretKey, tellUser: users.tellUser, requireUser, requireReauthenticated, twins })
