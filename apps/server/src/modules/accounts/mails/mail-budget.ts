import { LIMITS, type Limits } from '../entitlement/limits.ts'

/** Whether this mailbox may be sent one more mail; counts it. Asked for known and unknown addresses alike. */
export async function takeMailBudget(limits: Limits, email: string, address: string): Promise<boolean> {
  // One after the other: what is refused to one address must not use up what the mailbox may be sent.
  if ((await limits.take([LIMITS.mailPair, `${email} ${address}`])) !== undefined) return false
  return (await limits.take([LIMITS.mailAccount, email])) === undefined
}
