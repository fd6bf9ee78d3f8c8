import type { signup } from '@aerie/wire/account/account-forms'
import type * as z from 'zod/mini'

type SignupDraft = z.output<typeof signup>

let draft: SignupDraft | null = null

/** In memory only: resubmitting the sign-up requests a new code. */
export const keepSignupDraft = (sent: SignupDraft): void => {
  draft = sent
}

export const signupDraftOf = (email: string): SignupDraft | null => (draft?.email === email ? draft : null)

export const forgetSignupDraft = (): void => {
  draft = null
}
