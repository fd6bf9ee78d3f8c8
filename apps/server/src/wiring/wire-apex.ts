import { apexModule } from '../modules/apex/apex-module.ts'
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
}: Omit<Foundation, 'metrics'> & Pick<Accounts, 'requireUser' | 'requireReauthenticated'>) =>
  apexModule({ config, db, clock, logger, secretKey, requireUser, requireReauthenticated })
