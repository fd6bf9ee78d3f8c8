import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../apps/server/src/platform/db/client.ts'
import { startCluster } from '../apps/server/src/platform/db/embedded/cluster.ts'
import { type AerieServer, startAerie } from './support/aerie-server.ts'
import { hasForecasts } from './support/has-forecasts.ts'
import { PREPARED_DATA } from './support/prepared-data.ts'
import { until } from './support/until.ts'

/** Durability is not needed, and a large write-ahead log would be copied with the data folder. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', min_wal_size: '32MB', max_wal_size: '64MB' }
const WEEK_S = 7 * 86_400
const WITHIN_MS = 300_000

/** True once the server's history is complete: a week of minute candles of every coin. */
const IS_WHOLE = `select count(*) > 0 and bool_and(to_s - from_s >= ${WEEK_S}) as whole from candle_spans where interval_s = 60`

/**
 * A data folder of a server that ran for a while: migrated, with market history, forecasts and contracts. Each server of the suite starts
 * from a copy, which saves some 25 CPU seconds per file. Also starts the servers that files share.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Not in os.tmpdir(): socket paths have a length limit.
  const dataDir = mkdtempSync('/tmp/aerie-e2e-prepared-')
  chmodSync(dataDir, 0o755)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const cluster = await startCluster({ dataDir, print: () => undefined, settings: SETTINGS })
  try {
    await fill(dataDir, cluster.url())
  } catch (error) {
    remove()
    throw error
  } finally {
    await cluster.stop()
  }
  process.env[PREPARED_DATA] = dataDir
  const servers: AerieServer[] = []
  for (let files = 0; files < project.config.maxWorkers; files += 1) servers.push(await startAerie())
  for (const { url } of servers) await until('forecasts', () => hasForecasts(url), WITHIN_MS)
  project.provide(
    'sharedServers',
    servers.map(({ url }) => url),
  )
  return async () => {
    for (const server of servers) await server.remove()
    remove()
  }
}

async function fill(dataDir: string, databaseUrl: string): Promise<void> {
  const server = await startAerie({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const database = await openDatabase(databaseUrl, { maxConnections: 1 })
  const isWhole = async () => (await database.pool.query<{ whole: boolean }>(IS_WHOLE)).rows[0]?.whole
  try {
    await until('the past of all coins', async () => (await isWhole()) || undefined, WITHIN_MS)
    await until('forecasts', () => hasForecasts(server.url), WITHIN_MS)
  } finally {
    await database.close()
    await server.remove()
  }
}
