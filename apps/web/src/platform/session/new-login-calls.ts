import { listNewLogins, markNewLoginsSeen, type newLogin } from '@aerie/wire/account/account-sessions'
import type * as z from 'zod/mini'
import { api } from '../api/api.ts'

/** A login from a device or network that is new to the account. */
export type NewLogin = z.output<typeof newLogin>

export const newLoginCalls = {
  list: (): Promise<NewLogin[]> => api(listNewLogins, { fresh: true }),
  read: (ids: readonly string[]) => api(markNewLoginsSeen, { body: { ids: [...ids] } }),
}
