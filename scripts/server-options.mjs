// @ts-check

/**
 * With protection keys, as AMD and Intel servers have them, V8 may end the process while a worker thread starts or ends ("Check failed:
 * jit_page.has_value()", seen once in a run of the tests; Node 24 has no fix).
 */
export const SAFE_THREADS = '--no-memory-protection-keys'

/**
 * Node flags of the server: source maps; a young generation that does not grow to 100 MB in the first fetch; an old generation that grows
 * to 1.5 times the live data, as V8 returns any excess in one pause, which blocked the event loop for 79 to 170 ms.
 */
export const SERVER_FLAGS = ['--enable-source-maps', '--max-semi-space-size=8', '--heap-growing-percent=50', SAFE_THREADS]

/**
 * glibc raises the size from which it returns freed blocks at once; compressing in four threads then holds some 250 MB for good (measured:
 * 324 MB against 65). Fixed limits return it. More arenas than threads: otherwise the main thread could wait for a lock held by a
 * descheduled thread. Other C libraries ignore these variables.
 */
export const SERVER_ENV = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '16',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
