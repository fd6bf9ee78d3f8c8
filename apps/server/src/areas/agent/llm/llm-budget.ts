import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { Db } from '../../../platform/db/client.ts'
import { RUNNING_ANSWERS, SLOT_MS, TOKENS_A_DAY, TOKENS_RESERVED } from '../agent-limits.ts'
import { budgetRepository } from '../budget-repository.ts'
import { dayOf } from '../conversations/conversation-service.ts'

export type BudgetReservation = { readonly settle: (tokens: number) => Promise<void> }
export type Grant =
  | { readonly kind: 'granted'; readonly reservation: BudgetReservation }
  | { readonly kind: 'busy' }
  | { readonly kind: 'used' }

/** Usage per user, counted in the database, so that restarts and multiple windows do not raise the limit. */
export const llmBudget = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => {
  const budget = budgetRepository(db)
  const slotFor = async (userId: string, holder: string): Promise<number | undefined> => {
    const now = new Date(clock.now())
    const expiresAt = new Date(clock.now() + SLOT_MS)
    for (let slot = 1; slot <= RUNNING_ANSWERS; slot += 1)
      if (await budget.takeSlot({ userId, place: slot, holder }, now, expiresAt)) return slot
    return undefined
  }
  return {
    take: async (userId: string): Promise<Grant> => {
      const holder = randomUUID()
      const slot = await slotFor(userId, holder)
      if (slot === undefined) return { kind: 'busy' }
      const day = { userId, day: dayOf(new Date(clock.now())) }
      if (!(await budget.takeTokens(day, TOKENS_RESERVED, TOKENS_A_DAY))) {
        await budget.freeSlot({ userId, place: slot, holder })
        return { kind: 'used' }
      }
      const settle = async (tokens: number): Promise<void> => {
        await budget.correctTokens(day, tokens - TOKENS_RESERVED)
        await budget.freeSlot({ userId, place: slot, holder })
      }
      return { kind: 'granted', reservation: { settle } }
    },
  }
}
export type LlmBudget = ReturnType<typeof llmBudget>
