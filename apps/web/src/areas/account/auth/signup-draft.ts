import type { signup } from '@aerie/wire/account/account-forms'
import type * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'

type SignupDraft = z.output<typeof signup>

/** In memory only: resubmitting the sign-up requests a new code. */
const draftStore = createStore<{ readonly draft: SignupDraft | null }>(() => ({ draft: null }))

export const keepSignupDraft = (draft: SignupDraft): void => draftStore.setState({ draft })

export function signupDraftOf(email: string): SignupDraft | null {
  const { draft } = draftStore.getState()
  return draft?.email === email ? draft : null
}

export const forgetSignupDraft = (): void => draftStore.setState({ draft: null })
