import { inject } from 'vitest'

/** Where programs are, and what Node has compiled of ours in this run: the second start of a server takes a second less of processor time. */
export const programEnv = () => ({ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: inject('compileCache') })
