import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Set by the setup of the browser suite: a data folder that a server has already filled with the past of the simulated market. */
export const PREPARED_DATA = 'AERIE_PREPARED_DATA'

/**
 * The prepared folder that fits these settings of a server: only the simulated market's past is in it. Undefined where a server
 * is to begin with nothing.
 */
export const preparedDataFor = (env: Readonly<Record<string, string>>): string | undefined =>
  env.MARKET_SOURCE === undefined && env.MARKET_SEED === undefined ? process.env[PREPARED_DATA] : undefined

/** Puts all of `from` into the folder `to`, with owners and modes: PostgreSQL refuses a cluster of another account. */
export const copyData = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
