import { isLeaving } from '../areas/account/index.ts'
import type { TwinOrders } from '../areas/trading/index.ts'
import { apexModule } from '../areas/venues/index.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

export async function wireApex({
  config,
  db,
  clock,
  logger,
  secretKey,
  users,
  twins,
}: Omit<Foundation, 'metrics'> & Pick<Accounts, 'users'> & { readonly twins: TwinOrders }) {
  const { notifyUser } = users
  const apex = await apexModule({ config, db, clock, logger, secretKey, notifyUser, isLeaving, twins })
  users.holdDeletion(apex.deletionHold)
  return apex
}
