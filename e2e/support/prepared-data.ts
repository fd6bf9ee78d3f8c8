import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Set by the browser suite's setup: a data folder with the simulated market's history. */
export const PREPARED_DATA = 'AERIE_PREPARED_DATA'

/** The prepared folder for these settings; undefined if the server must start empty. It only has the simulated market's history. */
export const preparedDataFor = (env: Readonly<Record<string, string>>): string | undefined =>
  env.MARKET_SOURCE === undefined && env.MARKET_SEED === undefined ? process.env[PREPARED_DATA] : undefined

/** Copies with owners and modes: PostgreSQL refuses a cluster of another account. */
export const copyData = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
