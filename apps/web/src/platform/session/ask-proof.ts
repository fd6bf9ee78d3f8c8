import { listenerSet } from '@aerie/runtime/listener-set'
import { REAUTHENTICATION_REQUIRED } from '@aerie/wire/account/account-security'
import { ApiError } from '../api/api-error.ts'
import { openLayer } from '../navigation/layers.ts'

const answers = listenerSet<[isProven: boolean]>()

export const answerProof = answers.emit

function askUser(): Promise<boolean> {
  answerProof(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = answers.subscribe((isProven) => {
    stop()
    resolve(isProven)
  })
  openLayer('prove')
  return promise
}

/** If the server requires reauthentication, prompts the user and repeats the call. @returns undefined if the user cancelled */
export const withProofAsked = <T>(call: () => Promise<T>): Promise<T | undefined> => withProofOf(askUser, call)

/** The same with another prompt, which resolves with whether the user has confirmed their identity. */
export async function withProofOf<T>(askUser: () => Promise<boolean>, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === REAUTHENTICATION_REQUIRED)) throw error
    return (await askUser()) ? await call() : undefined
  }
}
