import type { Page } from 'playwright-core'

/** Presses a two-key sequence without waiting for the page between the keys: on a busy machine the second would come too late. */
export async function chord(page: Page, first: string, second: string): Promise<void> {
  const { keyboard } = page
  // The first key is released before the second: otherwise the same key would count as a repeat.
  await Promise.all([keyboard.down(first), keyboard.up(first), keyboard.press(second)])
}
