import type { Page } from 'playwright-core'

/** Set in the page's own time just before it hears anything of the market. */
export const LIVE = 'live'

/**
 * Lets the page ask for the live connection, and hear nothing on it or in its stead.
 *
 * @returns the release: it waits until the page has asked and has had nothing left to do, which is when a part that waits
 *   for an idle page alone is fetched; then the page hears everything, and the mark LIVE stands before it
 */
export async function holdMarket(page: Page): Promise<() => Promise<void>> {
  const held: Array<() => void> = []
  let isHeld = true
  await page.route(/\/api\/v1\/(status|assets)/, (route) => (isHeld ? undefined : route.continue()))
  const asked = Promise.withResolvers<void>()
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (isHeld) held.push(() => socket.send(message))
      else socket.send(message)
    })
    asked.resolve()
  })
  return async () => {
    await asked.promise
    await page.evaluate(idleTwice)
    await page.evaluate((name) => void performance.mark(name), LIVE)
    isHeld = false
    for (const pass of held) pass()
  }
}

/** In the page. Idle callbacks are called in the order in which they were asked for. */
const idleTwice = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve())))
