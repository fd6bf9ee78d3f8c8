import { type Clock, DAY_MS, HOUR_MS } from '@aerie/core/time'
import type { Db } from '../../platform/db/client.ts'
import type { UserRow } from './details/user-row.ts'
import { accountLimits, type Limit } from './entitlement/limits.ts'
import type { QueueMail } from './mails/account-mails.ts'
import { newLoginMail } from './mails/account-notice-mails.ts'
import { type Device, deviceOf } from './sessions/device-name.ts'
import { newLoginRepository } from './sessions/new-login-repository.ts'
import { ownSessionRepository } from './sessions/own-session-repository.ts'
import { locationOf } from './sessions/session-location.ts'
import type { OpenedSession, Visitor } from './sessions/session-service.ts'

type Deps = { readonly clock: Clock; readonly queueMail: QueueMail }

const MAILS: Limit = { name: 'new-login-mail', max: 10, windowMs: HOUR_MS }

export const newLoginNotice =
  ({ clock, queueMail }: Deps) =>
  async (tx: Db, user: UserRow, { id, visitor, at }: OpenedSession): Promise<void> => {
    const before = await ownSessionRepository(tx).visitorsBefore(user.id, id)
    if (before.length === 0 && at.getTime() - user.createdAt.getTime() < DAY_MS) return
    const here = fingerprintOf(visitor)
    if (before.some((one) => fingerprintOf(one) === here)) return
    await newLoginRepository(tx).markNew(id, at)
    // Use the same connection: a login that holds one must not wait for another.
    if ((await accountLimits({ db: tx, clock }).take([MAILS, user.id])) !== undefined) return
    await queueMail(tx, newLoginMail(user, { device: deviceText(deviceOf(visitor.userAgent)), place: locationText(visitor.address), at }))
  }

/** Browser versions change, so devices are identified by browser name and OS only. */
const fingerprintOf = ({ userAgent, address }: Visitor): string => JSON.stringify([deviceOf(userAgent), locationOf(address)])

const deviceText = ({ browser, system }: Device): string =>
  [browser ?? 'an unknown program', system && `on ${system}`].filter(Boolean).join(' ')

function locationText(address: string): string {
  const { kind, network } = locationOf(address)
  if (kind === 'this-machine') return 'the machine that Aerie runs on'
  if (kind === 'local-network') return `the local network (${network})`
  return network === null ? 'an unknown network' : `the network ${network}`
}
