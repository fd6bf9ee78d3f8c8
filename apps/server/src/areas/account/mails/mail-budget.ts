import { LIMITS, type Limits } from '../entitlement/limits.ts'

/** Counts a mail to this mailbox. Call it for known and unknown addresses alike. */
export async function takeMailBudget(limits: Limits, email: string, address: string): Promise<boolean> {
  // Sequential: an attempt rejected for one address must not use up the mailbox's budget.
  if ((await limits.take([LIMITS.mailPair, `${email} ${address}`])) !== undefined) return false
  return (await limits.take([LIMITS.mailAccount, email])) === undefined
}
