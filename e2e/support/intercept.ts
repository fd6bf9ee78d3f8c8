import type { BrowserContext, Page, Route } from 'playwright-core'

/**
 * Handles the requests to `url` until the returned function is called. `unroute` and `times` would turn interception off with the last route,
 * which can leave requests under way without a response for good: on a busy machine, 4 of 25 pages did not load.
 */
export async function intercept(on: Page | BrowserContext, url: string, handler: (route: Route) => unknown): Promise<() => void> {
  let isOn = true
  await on.route(url, (route) => (isOn ? handler(route) : route.continue()))
  return () => {
    isOn = false
  }
}
