import { vi } from 'vitest'

/** Generous, so that only a hang exceeds it: a busy machine must not decide a test. */
const WAIT_MS = 30_000
const withLimit = <T extends object>(options: number | T | undefined) =>
  typeof options === 'number' ? options : { timeout: WAIT_MS, ...options }

const { waitFor, waitUntil } = vi
vi.waitFor = (check, options) => waitFor(check, withLimit(options))
vi.waitUntil = (check, options) => waitUntil(check, withLimit(options))
