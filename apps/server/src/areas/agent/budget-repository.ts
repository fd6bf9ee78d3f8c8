import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { agentSlots, agentUsage } from '../../platform/db/schema/agent.ts'

type Day = { readonly userId: string; readonly day: string }
type ConcurrencySlot = { readonly userId: string; readonly place: number; readonly holder: string }

const isDay = ({ userId, day }: Day) => and(eq(agentUsage.userId, userId), eq(agentUsage.day, day))

/** Usage counters. Each increment is one conditional statement, so that concurrent calls cannot exceed the limit. */
export const budgetRepository = (db: Db) => ({
  takeMessage: async (day: Day, limit: number): Promise<boolean> =>
    (
      await db
        .insert(agentUsage)
        .values({ ...day, messages: 1 })
        .onConflictDoUpdate({
          target: [agentUsage.userId, agentUsage.day],
          set: { messages: sql`${agentUsage.messages} + 1` },
          setWhere: lt(agentUsage.messages, limit),
        })
        .returning({ n: agentUsage.messages })
    ).length === 1,
  takeTokens: async (day: Day, tokens: number, limit: number): Promise<boolean> =>
    (
      await db
        .insert(agentUsage)
        .values({ ...day, tokens })
        .onConflictDoUpdate({
          target: [agentUsage.userId, agentUsage.day],
          set: { tokens: sql`${agentUsage.tokens} + ${tokens}` },
          setWhere: lte(agentUsage.tokens, limit - tokens),
        })
        .returning({ n: agentUsage.tokens })
    ).length === 1,
  /** Corrects a reservation by actual usage; negative values refund. */
  correctTokens: async (day: Day, by: number): Promise<void> => {
    await db
      .update(agentUsage)
      .set({ tokens: sql`greatest(${agentUsage.tokens} + ${by}, 0)` })
      .where(isDay(day))
  },
  takeSlot: async (slot: ConcurrencySlot, now: Date, expiresAt: Date): Promise<boolean> =>
    (
      await db
        .insert(agentSlots)
        .values({ ...slot, expiresAt })
        .onConflictDoUpdate({
          target: [agentSlots.userId, agentSlots.place],
          set: { holder: slot.holder, expiresAt },
          setWhere: lte(agentSlots.expiresAt, now),
        })
        .returning({ place: agentSlots.place })
    ).length === 1,
  freeSlot: async ({ userId, place, holder }: ConcurrencySlot): Promise<void> => {
    await db.delete(agentSlots).where(and(eq(agentSlots.userId, userId), eq(agentSlots.place, place), eq(agentSlots.holder, holder)))
  },
  deleteBefore: async (day: string): Promise<void> => {
    await db.delete(agentUsage).where(lt(agentUsage.day, day))
  },
})
