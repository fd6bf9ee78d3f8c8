import { ApexRefusal } from '@aerie/apex/apex-calls'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import { AppError } from '../../platform/http/app-error.ts'

const RETRY_SECONDS = 5

export function asAppError(error: unknown, unreachable: string = 'ApeX Omni is not responding. Nothing was changed.'): unknown {
  if (error instanceof ApexRefusal)
    return new AppError('rule_broken', {
      reason: 'apex_refused',
      detail: `ApeX Omni says: ${error.message}`,
      facts: { apex: error.code },
    })
  if (!(error instanceof UpstreamError)) return error
  const wait = Math.ceil((error.retryAfterMs ?? RETRY_SECONDS * 1_000) / 1_000)
  return new AppError('unavailable', {
    reason: 'apex_unavailable',
    detail: unreachable,
    retryAfterSeconds: wait,
    cause: error,
  })
}

/** @throws AppError. A cancel without a response may have succeeded: pass `unreachable` to say so */
export async function fromApex<T>(work: Promise<T>, unreachable?: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw asAppError(error, unreachable)
  }
}
