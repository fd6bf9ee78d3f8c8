import { listNewLogins, markNewLoginsSeen, type newLogin, type sessionEntry } from '@aerie/wire/account/account-sessions'
import type * as z from 'zod/mini'
import { api } from '../api/api.ts'

/** A login from a device or network that is new to the account. */
export type NewLogin = z.output<typeof newLogin>

export const newLoginCalls = {
  list: (): Promise<NewLogin[]> => api(listNewLogins, { fresh: true }),
  read: (ids: readonly string[]) => api(markNewLoginsSeen, { body: { ids: [...ids] } }),
}

type Entry = Pick<z.output<typeof sessionEntry>, 'device' | 'place'>

const UNKNOWN = 'Unknown device'
const NETWORK_LABELS = {
  'this-machine': 'This machine',
  'local-network': 'Local network',
  internet: 'Internet',
  unknown: 'Unknown network',
}

/** For example `Firefox on Linux`. */
export function deviceText({ device: { browser, system } }: Entry): string {
  if (browser !== null && system !== null) return `${browser} on ${system}`
  return browser ?? system ?? UNKNOWN
}

/** For example `Local network, 192.168.1.*`. */
export function locationText({ place: { kind, network } }: Entry): string {
  const where = NETWORK_LABELS[kind]
  return network === null ? where : `${where}, ${network}`
}
