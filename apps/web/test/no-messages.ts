import { vi } from 'vitest'

/** Import first: the messages socket is not opened. */
vi.mock(import('../src/platform/live/messages/messages-client.ts'), async (original) => ({
  ...(await original()),
  openMessages: () => undefined,
}))
