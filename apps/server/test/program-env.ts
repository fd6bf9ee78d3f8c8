import { inject } from 'vitest'

/** PATH and the run's compile cache, which saves a second of processor time on the second start of a server. */
export const programEnv = () => ({ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: inject('compileCache') })

/** Node flags of the run (vitest.config.ts), also for the programs that a test starts. */
export const programFlags = (): readonly string[] => inject('programFlags')
