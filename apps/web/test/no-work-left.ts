import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// For tests of the web app, all of them (vitest.config.ts): what React has yet to do when a file ends would fail beside the tests, as the
// page is torn down.

/** Toasts render in a lazy root outside any test. Tests about toasts load them with `vi.unmock('…/ui/states/toaster.tsx')`. */
vi.mock('../src/platform/toasts/toaster.tsx', () => ({ showToast: () => undefined, clearToasts: () => undefined }))

/** React's scheduler, whatever clock a test fakes. */
const nextTurn = setImmediate
/** One turn for pending work and one for what it schedules. */
const TURNS = 3

afterAll(async () => {
  cleanup()
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => void nextTurn(resolve))
})
