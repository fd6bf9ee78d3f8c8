import type { Page } from 'playwright-core'

/** Performance mark set just before the page receives any market data. */
export const LIVE = 'live'

/**
 * Lets the page request the live connection, but holds all market data.
 * @returns releases the data and sets the mark LIVE, once the page has requested it and was idle, so that parts loaded on idle are fetched
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

const idleTwice = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve())))
