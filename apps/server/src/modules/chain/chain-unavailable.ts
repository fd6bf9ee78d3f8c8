import { BaseError } from 'viem'
import { AppError } from '../../plugins/app-error.ts'
import { urlsAsHosts } from '../../plugins/url-hosts.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Gives what `work` gives; where the chain does not answer, or answers what makes no sense, the caller is told to come
 * back. Faults of our own go through as they are.
 *
 * @throws AppError unavailable
 */
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

/** A fault of the chain for the log: viem's messages quote the node's whole URL, which may hold a key, and the request. */
export function withoutUrls(error: unknown): Error {
  const text = error instanceof BaseError ? `${error.name}: ${error.shortMessage} ${error.details}` : String(error)
  return new Error(urlsAsHosts(text).slice(0, 500))
}

/** By name: the transports throw errors of their own, wrapped or bare. */
const OWN_FAULTS = new Set(['ChainTrouble', 'EndpointRests'])

const isChainFault = (error: unknown): boolean => error instanceof BaseError || (error instanceof Error && OWN_FAULTS.has(error.name))
