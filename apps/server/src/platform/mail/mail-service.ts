import type { Clock } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../db/client.ts'
import { mailOutbox } from '../db/schema/mail.ts'
import { dueLoop } from '../due-loop.ts'
import { isPermanentRefusal, type MailTransport, type OutgoingMail } from './transport.ts'

type Deps = { readonly db: Database; readonly clock: Clock; readonly transport: MailTransport; readonly logger: FastifyBaseLogger }

type MailToQueue = OutgoingMail & { readonly expiresAt: Date; readonly reference?: string }

const BATCH = 20
const LEASE_S = 60
const PAUSE = { baseMs: 2_000, capMs: 60_000 }
/** Gives the queueing transaction time to commit. */
const HINT_MS = 30

export const mailQueue =
  (clock: Clock) =>
  async (tx: Db, { to, subject, text, headers, reference, expiresAt }: MailToQueue): Promise<void> => {
    const now = new Date(clock.now())
    const times = { expiresAt, createdAt: now, nextAttemptAt: now }
    await mailRepository(tx).insert({ to, subject, body: text, headers: headers ?? null, reference: reference ?? null, ...times })
  }

/** Queued in the caller's transaction. At least once: a crash right after handover sends a mail again. */
export function mailService({ db, clock, transport, logger }: Deps) {
  const repository = mailRepository(db)
  const queueMail = mailQueue(clock)
  let onGivenUp = async (_reference: string, _problem: string): Promise<void> => undefined
  const after = (ms: number) => new Date(clock.now() + ms)

  const handOver = async (mail: QueuedMail): Promise<void> => {
    if (mail.expiresAt.getTime() <= clock.now()) {
      logger.warn({ mail: mail.id, attempts: mail.attempts }, 'a mail could not be sent while it was of use')
      return giveUp(mail, 'The mail server did not take it in time.')
    }
    try {
      await transport.deliver({ to: mail.to, subject: mail.subject, text: mail.body, ...(mail.headers && { headers: mail.headers }) })
    } catch (error) {
      return postpone(mail, error)
    }
    return repository.delete(mail.id)
  }
  const postpone = (mail: QueuedMail, error: unknown): Promise<void> => {
    const isFinal = isPermanentRefusal(error)
    logger.warn({ err: error, mail: mail.id, attempts: mail.attempts, isFinal }, 'a mail was not taken')
    if (isFinal) return giveUp(mail, 'The mail server refused it for good.')
    return repository.postpone(mail, after(backoffMs(mail.attempts, PAUSE)))
  }
  /** The listener is called before the row is deleted, so a failure is retried. */
  const giveUp = async ({ id, reference }: QueuedMail, problem: string): Promise<void> => {
    if (reference !== null) await onGivenUp(reference, problem)
    await repository.delete(id)
  }
  const sendDue = async (): Promise<number> => {
    const due = await repository.claim(after(0), BATCH)
    await Promise.all(due.map(handOver))
    return due.length
  }
  const loop = dueLoop({
    look: async () => {
      while ((await sendDue()) === BATCH);
      const next = await repository.nextAttemptAt()
      return next && next.getTime() - clock.now()
    },
    onError: (error) => logger.error({ err: error }, 'the mail queue could not be read'),
    delayMs: HINT_MS,
  })

  return {
    /** Sent only if `tx` commits. */
    queue: async (tx: Db, mail: MailToQueue): Promise<void> => {
      await queueMail(tx, mail)
      loop.hint()
    },
    onGivenUp: (listener: typeof onGivenUp): void => {
      onGivenUp = listener
    },
    sendDue,
    start: loop.start,
    stop: async () => {
      await loop.stop()
      transport.close()
    },
  }
}

type QueuedMail = typeof mailOutbox.$inferSelect

const mailRepository = (db: Db) => ({
  insert: async (row: typeof mailOutbox.$inferInsert) => {
    await db.insert(mailOutbox).values(row)
  },
  /** Due by this machine's clock, but leased by the database's: a clock that runs ahead must not send what another process is sending. */
  claim: (now: Date, limit: number): Promise<QueuedMail[]> => {
    const due = db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(and(lte(mailOutbox.nextAttemptAt, now), or(isNull(mailOutbox.leaseUntil), lte(mailOutbox.leaseUntil, sql`now()`))))
      .orderBy(asc(mailOutbox.nextAttemptAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    return db
      .update(mailOutbox)
      .set({ attempts: sql`${mailOutbox.attempts} + 1`, leaseUntil: sql`now() + make_interval(secs => ${LEASE_S})` })
      .where(inArray(mailOutbox.id, due))
      .returning()
  },
  nextAttemptAt: async (): Promise<Date | undefined> =>
    (await db.select({ at: mailOutbox.nextAttemptAt }).from(mailOutbox).orderBy(asc(mailOutbox.nextAttemptAt)).limit(1))[0]?.at,
  delete: async (id: number) => {
    await db.delete(mailOutbox).where(eq(mailOutbox.id, id))
  },
  postpone: async ({ id, attempts }: Pick<QueuedMail, 'id' | 'attempts'>, until: Date) => {
    await db
      .update(mailOutbox)
      .set({ nextAttemptAt: until, leaseUntil: null })
      .where(and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts)))
  },
})
