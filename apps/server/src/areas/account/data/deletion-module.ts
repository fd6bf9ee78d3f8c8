import { MINUTE_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import type { Duties } from '../../../platform/duties/duty.ts'
import { deletionWorker } from './deletion-worker.ts'

const SWEEP_MS = 10 * MINUTE_MS

export function deletionModule({ duties, ...deps }: Parameters<typeof deletionWorker>[0] & { readonly duties: Pick<Duties, 'upkeep'> }) {
  const sweeping = ticker(SWEEP_MS, duties.upkeep(deletionWorker(deps).work))
  return {
    name: 'account-deletion',
    start: (): void => sweeping.start((error: unknown) => deps.logger.error({ err: error }, 'deleting accounts failed; trying again')),
    stop: async (): Promise<void> => {
      sweeping.stop()
      await sweeping.idle()
    },
  }
}
