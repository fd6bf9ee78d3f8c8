import type { Page } from 'playwright-core'

/**
 * Two keys that mean something together, pressed as fast as a hand does it: the second does not wait until the page has answered the
 * first, as on a busy machine it would then come too late to belong to it.
 */
export async function chord(page: Page, first: string, second: string): Promise<void> {
  const { keyboard } = page
  // The first is let go before the second: the same key once more would else be a repetition.
  await Promise.all([keyboard.down(first), keyboard.up(first), keyboard.press(second)])
}
