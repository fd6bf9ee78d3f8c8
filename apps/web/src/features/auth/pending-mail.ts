import * as z from 'zod/mini'
import { parseJson } from '../../lib/storage/parse-json.ts'

const KEY = 'aerie-auth-mail'

/** A code that is on its way: to whom, what for, since when. */
const pendingMail = z.object({ email: z.string(), purpose: z.enum(['verify', 'reset']), mailedAt: z.number() })
export type PendingMail = z.output<typeof pendingMail>

/**
 * Kept for this tab only, so that the form is still there after a visit to the mail program has thrown the page out of
 * memory. Never a password.
 */
export function keepPendingMail(mail: PendingMail): void {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(mail)))
}

export function forgetPendingMail(): void {
  attempt(() => sessionStorage.removeItem(KEY))
}

/** The code that this tab waits for, or null. */
export function readPendingMail(purpose: PendingMail['purpose']): PendingMail | null {
  const text = attempt(() => sessionStorage.getItem(KEY))
  const parsed = z.safeParse(pendingMail, parseJson(text ?? 'null'))
  return parsed.success && parsed.data.purpose === purpose ? parsed.data : null
}

/** A browser may refuse storage altogether; then a reload starts over. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
