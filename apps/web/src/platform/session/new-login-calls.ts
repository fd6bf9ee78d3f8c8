import { newLogin, newLoginsSeen } from '@aerie/wire/account/account-sessions'
import * as z from 'zod/mini'
import { api } from '../api/api.ts'

/** A login from a device or network that is new to the account. */
export type NewLogin = z.output<typeof newLogin>

export const newLoginCalls = {
  list: (): Promise<NewLogin[]> => api.get('/account/new-logins', z.array(newLogin), { fresh: true }),
  read: (ids: readonly string[]) => api.post('/account/new-logins/read', { ids }, newLoginsSeen),
}
