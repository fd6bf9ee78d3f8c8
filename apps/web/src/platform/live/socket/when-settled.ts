import { whenLinked } from '../market/market-status.ts'

const IDLE_WITHIN_MS = 2000

/**
 * Resolves when market data arrives (by socket or, after at most 5 s, by polling; with neither there is no server) and the page is idle.
 */
export async function whenSettled(): Promise<void> {
  await whenLinked()
  await whenIdle()
}

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS })
    else setTimeout(resolve)
  })
