import { LIMITS, type Limits } from '../entitlement/limits.ts'

/** Counted before the check, so that concurrent attempts cannot bypass the limit. @returns refund function for a correct code */
export async function requireCodeTry(limits: Limits, email: string, address: string): Promise<() => Promise<void>> {
  const uses = [
    [LIMITS.codePair, `${email} ${address}`],
    [LIMITS.codeAddress, address],
    [LIMITS.codeAccount, email],
  ] as const
  await limits.demand(...uses)
  return () => limits.giveBack(...uses)
}
