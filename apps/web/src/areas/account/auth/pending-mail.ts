import type { signup } from '@aerie/wire/account/account-forms'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { parseJson } from '../../../platform/storage/storage.ts'

const KEY = 'aerie-auth-mail'

const pendingMail = z.object({ email: z.string(), purpose: z.enum(['verify', 'reset']), mailedAt: z.number() })
export type PendingMail = z.output<typeof pendingMail>

/** Session storage: the form survives the tab being discarded while the user checks mail. Never stores a password. */
export function keepPendingMail(mail: PendingMail): void {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(mail)))
}

export function forgetPendingMail(): void {
  attempt(() => sessionStorage.removeItem(KEY))
}

export function readPendingMail(purpose: PendingMail['purpose']): PendingMail | null {
  const text = attempt(() => sessionStorage.getItem(KEY))
  const parsed = z.safeParse(pendingMail, parseJson(text ?? 'null'))
  return parsed.success && parsed.data.purpose === purpose ? parsed.data : null
}

/** Storage may be blocked; a reload then starts over. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

type SignupDraft = z.output<typeof signup>

/** In memory only: resubmitting the sign-up requests a new code. */
const draftStore = createStore<{ readonly draft: SignupDraft | null }>(() => ({ draft: null }))

export const keepSignupDraft = (draft: SignupDraft): void => draftStore.setState({ draft })

export function signupDraftOf(email: string): SignupDraft | null {
  const { draft } = draftStore.getState()
  return draft?.email === email ? draft : null
}

export const forgetSignupDraft = (): void => draftStore.setState({ draft: null })
