import { type Clock, DAY_MS } from '@aerie/core/time'
import { eq } from 'drizzle-orm'
import type { Database, Db } from '../../../platform/db/client.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { type DeliveryChannel, MESSAGE_SCHEDULE } from '../deliveries/delivery-channel.ts'
import { messageOf } from '../deliveries/message-text.ts'
import type { Unsubscribe } from './unsubscribe.ts'

export type QueuedMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly expiresAt: Date
  readonly headers: Readonly<Record<string, string>>
  readonly reference: string
}
type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly queueMail: (tx: Db, mail: QueuedMail) => Promise<void>
  readonly unsubscribe: Unsubscribe
  readonly origin: string
}

/** Queued in the transaction that marks the delivery, so nothing is lost or duplicated in between. */
export const emailChannel = ({ db, clock, queueMail, unsubscribe, origin }: Deps): DeliveryChannel => ({
  schedule: MESSAGE_SCHEDULE,
  takesDigests: true,
  knowsRepetition: true,
  send: ({ id, userId, firings }, _signal, settle) =>
    db.transaction(async (tx) => {
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
      if (user === undefined) return { kind: 'refused', problem: 'There is no such account.' }
      const { subject, body } = messageOf(firings)
      const link = unsubscribe.link(userId)
      await queueMail(tx, {
        to: user.email,
        subject,
        text: `${body}\n\n${origin}/tradealerts\n\nNo more mail of alerts: ${link}\n`,
        expiresAt: new Date(clock.now() + DAY_MS),
        headers: {
          'List-Unsubscribe': `<${link}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          // Equal for all attempts, so that duplicates are recognisable.
          'Message-ID': `<${id}@${new URL(origin).hostname}>`,
        },
        reference: id,
      })
      await settle(tx, 'Handed to the mail server.')
      return { kind: 'stored' }
    }),
})
