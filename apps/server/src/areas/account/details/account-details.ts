import type { Clock } from '@aerie/core/time'
import { isZone } from '@aerie/journal/zone-time'
import type { AccountDetails, accountDetailsUpdate } from '@aerie/wire/account/account-details'
import { ACCOUNT_FIELD_MESSAGES } from '@aerie/wire/account/messages'
import type * as z from 'zod/mini'
import type { Database } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { userRepository } from './user-repository.ts'
import type { UserRow } from './user-row.ts'

type Update = z.output<typeof accountDetailsUpdate>
type Deps = { readonly db: Database; readonly clock: Clock; readonly accountStatus: { readonly changed: (userId: string) => void } }

export const accountDetails = ({ db, clock, accountStatus }: Deps) => {
  const read = async (userId: string): Promise<AccountDetails> => {
    const found = await userRepository(db).findById(userId)
    if (found === undefined) throw new AppError('unauthenticated')
    return detailsOf(found.user)
  }
  return {
    read,
    update: async (userId: string, { first_name, last_name, time_zone }: Update): Promise<AccountDetails> => {
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
