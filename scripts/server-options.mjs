// @ts-check

/** Flags of the server's Node: readable stacks, and a young generation that does not grow to a hundred megabytes in the first fetch. */
export const SERVER_FLAGS = ['--enable-source-maps', '--max-semi-space-size=8']

/**
 * Environment of the server's process. glibc keeps freed memory for each thread, and raises the size from which it returns blocks at
 * once; compressing in four threads then holds some 250 MB for good (measured: 324 MB against 65). Fixed limits return it. Other
 * C libraries do not read them.
 */
export const SERVER_ENV = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
