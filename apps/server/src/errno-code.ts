/** The code that Node gives a failed system call (`ENOENT`); undefined for every other error. */
export const errnoCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
