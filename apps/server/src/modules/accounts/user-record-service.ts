import type { userRecord, userRecordUpdate } from '@aerie/wire/accounts'
import type * as z from 'zod/mini'
import { serializable } from '../../db/serializable.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { AccountDeps } from './deps.ts'
import type { Caller } from './session-service.ts'
import { userRepository } from './user-repository.ts'
import { NO_WALLET } from './user-row.ts'
import { walletRepository } from './wallet-repository.ts'

type UserRecord = z.output<typeof userRecord>
type Update = z.output<typeof userRecordUpdate>

/** The record of SPEC.md's getUserByEmail: the caller's own, whoever else the address may belong to. */
export const userRecordService = ({ db, clock, sessions }: Pick<AccountDeps, 'db' | 'clock' | 'sessions'>) => ({
  /** @throws AppError forbidden */
  read: async (caller: Caller, email: string): Promise<UserRecord> => {
    refuseOthers(caller, email)
    return { wallet_address: caller.user.wallet_address, gold_tier_holder: caller.user.gold_tier_holder }
  },

  /** Chooses the main wallet among the linked ones, or none. @throws AppError forbidden, wallet_not_linked */
  update: async (caller: Caller, { email, wallet_address }: Update): Promise<UserRecord> => {
    refuseOthers(caller, email)
    const id = caller.user.user_id
    const address = wallet_address.toLowerCase()
    const record = await serializable(db, async (tx) => {
      const wallets = walletRepository(tx)
      if (address !== NO_WALLET && !(await wallets.hasLinked(id, address))) throw new AppError('wallet_not_linked')
      await wallets.clearMain(id)
      if (address !== NO_WALLET) await wallets.setMain(id, address)
      const users = userRepository(tx)
      await users.update(id, {}, new Date(clock.now()))
      return users.findById(id)
    })
    sessions.forgetUser(id)
    if (record === undefined) throw new AppError('unauthenticated')
    return { wallet_address: record.wallet ?? NO_WALLET, gold_tier_holder: record.user.goldTierHolder }
  },
})

function refuseOthers({ user }: Caller, email: string): void {
  if (email !== user.email) throw new AppError('forbidden', { detail: 'Only your own address can be asked for.' })
}
