import { vi } from 'vitest'

/** Generous, so that only a hang exceeds it: a busy machine must not decide a test. */
const PATIENCE_MS = 30_000
const patient = <T extends object>(options: number | T | undefined) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }

const { waitFor, waitUntil } = vi
vi.waitFor = (check, options) => waitFor(check, patient(options))
vi.waitUntil = (check, options) => waitUntil(check, patient(options))
