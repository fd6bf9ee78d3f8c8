import { LIMITS, type Limits } from '../entitlement/limits.ts'

/**
 * Counts a try with a one-time code, before it is looked at: of many at once none slips through.
 *
 * @returns to be called when the code was right: gives the try back
 * @throws AppError rate_limited
 */
export async function requireCodeTry(limits: Limits, email: string, address: string): Promise<() => Promise<void>> {
  const uses = [
    [LIMITS.codePair, `${email} ${address}`],
    [LIMITS.codeAddress, address],
    [LIMITS.codeAccount, email],
  ] as const
  await limits.demand(...uses)
  return () => limits.giveBack(...uses)
}
