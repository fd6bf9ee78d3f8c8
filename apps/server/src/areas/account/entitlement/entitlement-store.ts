import { and, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import type { Subscription } from '../details/user-repository.ts'

/** Chain reading: `vested` in whole tokens, as decimal text. */
export type TierReading = { readonly isGold: boolean; readonly vested: string }
/** An irreversible IPC payment: its end and the paying wallet. */
export type Payment = { readonly until: Date; readonly wallet: string }

/** The only writer of entitlement columns. Writes return whether anything changed. */
export const entitlementStore = (db: Db) => {
  const change = async (userId: string, set: object, differs: ReturnType<typeof and>, at: Date): Promise<boolean> => {
    const changed = await db
      .update(users)
      .set({ ...set, updatedAt: at })
      .where(and(eq(users.id, userId), differs))
      .returning({ id: users.id })
    return changed.length > 0
  }
  const pay = (userId: string, payment: Payment | null, at: Date): Promise<boolean> =>
    change(
      userId,
      {
        ipcPaidUntil: payment?.until ?? null,
        ipcPaidBy: payment?.wallet ?? null,
        subscription: subscriptionOf({ until: payment?.until, at }),
      },
      payment === null
        ? or(isNotNull(users.ipcPaidUntil), ne(users.subscription, users.grantedSubscription))
        : or(
            sql`(${users.ipcPaidUntil}, ${users.ipcPaidBy}) is distinct from (${payment.until.toISOString()}::timestamptz, ${payment.wallet})`,
            ne(users.subscription, subscriptionOf({ until: payment.until, at })),
          ),
      at,
    )
  return {
    setTier: (userId: string, { isGold, vested }: TierReading, at: Date): Promise<boolean> =>
      change(
        userId,
        { goldTierHolder: isGold, vestedAmount: vested },
        or(ne(users.goldTierHolder, isGold), ne(users.vestedAmount, vested)),
        at,
      ),

    grant: (userId: string, granted: Subscription, at: Date): Promise<boolean> =>
      change(
        userId,
        { grantedSubscription: granted, subscription: subscriptionOf({ granted, at }) },
        or(ne(users.grantedSubscription, granted), ne(users.subscription, subscriptionOf({ granted, at }))),
        at,
      ),

    setPayment: pay,

    /** Ignores this wallet's payment until payments are read again. */
    forgetPayment: (userId: string, wallet: string, at: Date): Promise<boolean> =>
      change(
        userId,
        { ipcPaidUntil: null, ipcPaidBy: null, subscription: sql`${users.grantedSubscription}` },
        eq(users.ipcPaidBy, wallet),
        at,
      ),

    expire: async (at: Date): Promise<string[]> => {
      const ended = await db
        .update(users)
        .set({ subscription: sql`${users.grantedSubscription}`, updatedAt: at })
        .where(and(ne(users.subscription, users.grantedSubscription), or(isNull(users.ipcPaidUntil), lte(users.ipcPaidUntil, at))))
        .returning({ id: users.id })
      return ended.map(({ id }) => id)
    },

    ...accountStatusReads(db),
  }
}

const accountStatusReads = (db: Db) => ({
  subscriptionOf: async (userId: string) =>
    (
      await db
        .select({ granted: users.grantedSubscription, paidUntil: users.ipcPaidUntil, paidBy: users.ipcPaidBy })
        .from(users)
        .where(eq(users.id, userId))
    )[0],

  payers: async (): Promise<string[]> =>
    (await db.select({ id: users.id }).from(users).where(isNotNull(users.ipcPaidUntil))).map(({ id }) => id),

  changedSince: (since: Date): Promise<{ id: string; at: Date }[]> =>
    db.select({ id: users.id, at: users.updatedAt }).from(users).where(gt(users.updatedAt, since)),
})

/** In SQL, so that it depends on the row's state at write time. */
function subscriptionOf({ granted, until, at }: { granted?: Subscription; until?: Date | undefined; at: Date }) {
  const isGranted = granted === undefined ? sql`${users.grantedSubscription} = 'IPC'` : sql`${granted} = 'IPC'`
  const now = sql`${at.toISOString()}::timestamptz`
  const isPaid =
    granted === undefined
      ? sql`${until?.toISOString() ?? null}::timestamptz > ${now}`
      : sql`coalesce(${users.ipcPaidUntil} > ${now}, false)`
  return sql`case when ${isGranted} or coalesce(${isPaid}, false) then 'IPC' else 'claw' end`
}
