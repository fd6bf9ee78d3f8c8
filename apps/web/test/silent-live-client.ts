import { vi } from 'vitest'

/** Import first: nothing connects, and what would be sent is recorded by `sendRequest` and `sendWatch`. */
vi.mock(import('../src/platform/live/socket/live-client.ts'), () => ({
  startLive: () => undefined,
  sendRequest: vi.fn(),
  sendWatch: vi.fn(),
  joinLive: vi.fn(),
}))
