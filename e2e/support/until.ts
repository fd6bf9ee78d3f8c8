import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls for conditions outside the browser, where Playwright cannot wait.
 * @param what completes "gave up waiting for …"
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined> | T | undefined, timeoutMs = 30_000): Promise<T> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(40)
  }
  throw new Error(`gave up waiting for ${what} after ${timeoutMs} ms`)
}
