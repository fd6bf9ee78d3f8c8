// @ts-check

/**
 * Flags of the server's Node: readable stacks, a young generation that does not grow to a hundred megabytes in the first fetch, and an old
 * one that grows to 1.5 times of what is alive: V8 gives back what is too much in one pause, which held the event loop for 79 to 170 ms.
 */
export const SERVER_FLAGS = ['--enable-source-maps', '--max-semi-space-size=8', '--heap-growing-percent=50']

/**
 * Environment of the server's process. glibc raises the size from which it returns freed blocks at once; compressing in four threads then
 * holds some 250 MB for good (measured: 324 MB against 65). Fixed limits return it. There are more arenas than threads: the main thread would
 * else wait for a lock that a descheduled one holds. Other C libraries do not read them.
 */
export const SERVER_ENV = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '16',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
