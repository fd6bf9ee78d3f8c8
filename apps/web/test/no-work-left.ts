import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// For tests of the web app, all of them (vitest.config.ts): what React has yet to do when a file ends would fail beside the tests, as the
// page is taken away from under it.

/**
 * Toasts are shown by a page of their own, which comes late and outside of any test. A test that is about toasts asks for them by
 * `vi.unmock('…/ui/states/toaster.tsx')`.
 */
vi.mock('../src/ui/states/toaster.tsx', () => ({ showToast: () => undefined, clearToasts: () => undefined }))

/** React's own, whatever clock a test plays. */
const nextTurn = setImmediate
/** One for what is under way, and for what that leaves to another. */
const TURNS = 3

afterAll(async () => {
  cleanup()
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => void nextTurn(resolve))
})
