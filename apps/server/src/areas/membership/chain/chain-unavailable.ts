import { BaseError } from 'viem'
import { AppError } from '../../../platform/http/app-error.ts'
import { urlsAsHosts } from '../../../platform/http/url-hosts.ts'

const RETRY_AFTER_SECONDS = 5

/** Rethrows our own errors. @throws AppError unavailable */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isChainFault(error)) throw error
    throw new AppError('unavailable', {
      detail: 'The chain is not responding.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: withoutUrls(error),
    })
  }
}

/** For logging: viem's messages quote the request and the node's URL, which may contain a key. */
export function withoutUrls(error: unknown): Error {
  const text = error instanceof BaseError ? `${error.name}: ${error.shortMessage} ${error.details}` : String(error)
  return new Error(urlsAsHosts(text).slice(0, 500))
}

/** Compared by name: transports throw them wrapped or bare. */
const OWN_FAULTS = new Set(['ChainTrouble', 'EndpointRests'])

const isChainFault = (error: unknown): boolean => error instanceof BaseError || (error instanceof Error && OWN_FAULTS.has(error.name))
