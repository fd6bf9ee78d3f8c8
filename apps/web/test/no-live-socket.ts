import { vi } from 'vitest'

/** Import first: the live socket is not opened. */
vi.mock(import('../src/platform/live/socket/live-client.ts'), async (original) => ({
  ...(await original()),
  startLive: () => undefined,
  joinLive: () => undefined,
}))
