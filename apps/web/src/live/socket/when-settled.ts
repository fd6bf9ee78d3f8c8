import { whenLinked } from '../market/market-status.ts'

/** A page that is never idle waits no longer than this. */
const IDLE_WITHIN_MS = 2000

/**
 * Resolves when what the first picture can do without may be fetched: this window hears the market, by the socket or, at most 5 s
 * later, by polling (with neither there is no server to fetch from), and has nothing else to do.
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
