import { REAUTHENTICATION_REQUIRED } from '@aerie/wire/account/account-security'
import { ApiError } from '../lib/http/api-error.ts'
import { openLayer } from '../navigation/layers.ts'

let pending: ((isProven: boolean) => void) | null = null

/** What the user has done about the question who is there. */
export function answerProof(isProven: boolean): void {
  pending?.(isProven)
  pending = null
}

function askUser(): Promise<boolean> {
  answerProof(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  pending = resolve
  openLayer('prove')
  return promise
}

/**
 * Makes a sensitive call; where the server wants a proof of who is there, asks for it over the page and calls again.
 *
 * @returns undefined where the user has canceled
 * @throws whatever the call throws
 */
export async function withProofAsked<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError && error.word === REAUTHENTICATION_REQUIRED)) throw error
    return (await askUser()) ? await call() : undefined
  }
}
