import type { Clock } from '@aerie/core/time'
import { isZone } from '@aerie/journal/zone-time'
import type { AccountDetails, accountDetailsUpdate } from '@aerie/wire/account/account-details'
import type { userRecord, userRecordUpdate } from '@aerie/wire/account/account-forms'
import { ACCOUNT_FIELD_MESSAGES } from '@aerie/wire/account/messages'
import type * as z from 'zod/mini'
import type { Database } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import type { NotifyUser } from '../mails/security-mails.ts'
import type { Caller } from '../sessions/session-service.ts'
import { linkedWallets, type WalletWatch } from './linked-wallets.ts'
import { NO_WALLET, type UserRow, userRepository } from './user-repository.ts'

type UserRecord = z.output<typeof userRecord>
type Deps = Pick<AccountDeps, 'db' | 'clock'> & {
  readonly accountStatus: { readonly changed: (userId: string) => void }
  readonly wallets: Pick<WalletWatch, 'changed'>
  readonly notifyUser: NotifyUser
}
type Update = z.output<typeof userRecordUpdate>

/** The record for getUserByEmail; only the caller's own. */
export const userRecordService = ({ db, clock, accountStatus, wallets, notifyUser }: Deps) => ({
  read: async (caller: Caller, email: string): Promise<UserRecord> => {
    refuseOthers(caller, email)
    return { wallet_address: caller.user.wallet_address, gold_tier_holder: caller.user.gold_tier_holder }
  },

  update: async (caller: Caller, { email, wallet_address }: Update): Promise<UserRecord> => {
    refuseOthers(caller, email)
    const id = caller.user.user_id
    const address = wallet_address.toLowerCase()
    await lockingUser(db, id, async (tx) => {
      const at = new Date(clock.now())
      const isOther = await linkedWallets(tx).choose(id, address === NO_WALLET ? null : address, at)
      await userRepository(tx).update(id, {}, at)
      if (isOther) await notifyUser(tx, id, 'mainWalletChanged')
    })
    // Read this wallet's tier before responding with it.
    await wallets.changed(id)
    accountStatus.changed(id)
    const record = await userRepository(db).findById(id)
    if (record === undefined) throw new AppError('unauthenticated')
    return { wallet_address: record.wallet ?? NO_WALLET, gold_tier_holder: record.user.goldTierHolder }
  },
})

function refuseOthers({ user }: Caller, email: string): void {
  if (email !== user.email) throw new AppError('forbidden', { detail: 'You can only request your own address.' })
}

type DetailsUpdate = z.output<typeof accountDetailsUpdate>
type DetailsDeps = { readonly db: Database; readonly clock: Clock; readonly accountStatus: { readonly changed: (userId: string) => void } }

export const accountDetails = ({ db, clock, accountStatus }: DetailsDeps) => {
  const read = async (userId: string): Promise<AccountDetails> => {
    const found = await userRepository(db).findById(userId)
    if (found === undefined) throw new AppError('unauthenticated')
    return detailsOf(found.user)
  }
  return {
    read,
    update: async (userId: string, { first_name, last_name, time_zone }: DetailsUpdate): Promise<AccountDetails> => {
      if (time_zone != null && !isZone(time_zone))
        throw new AppError('bad_input', { detail: 'This time zone is not known.', errors: { time_zone: [ACCOUNT_FIELD_MESSAGES.zone] } })
      const changes = {
        ...(first_name !== undefined && { firstName: first_name }),
        ...(last_name !== undefined && { lastName: last_name }),
        ...(time_zone !== undefined && { timeZone: time_zone }),
      }
      await userRepository(db).update(userId, changes, new Date(clock.now()))
      accountStatus.changed(userId)
      return read(userId)
    },
  }
}

const detailsOf = (row: UserRow): AccountDetails => ({
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  time_zone: row.timeZone,
  created_at: row.createdAt.toISOString(),
})
