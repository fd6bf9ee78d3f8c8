import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { openDatabase } from '../apps/server/src/platform/db/client.ts'
import { startCluster } from '../apps/server/src/platform/db/embedded/cluster.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'

export async function bareDatabase() {
  const dataDir = mkdtempSync('/tmp/aerie-bench-')
  chmodSync(dataDir, 0o711)
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }))
  const cluster = await startCluster({ dataDir, print: () => undefined, settings: {} })
  const admin = await openDatabase(cluster.url('postgres'), { maxConnections: 1 })
  await admin.pool.query('create database bench')
  await admin.close()
  const url = cluster.url('bench')
  const { db, pool } = await openDatabase(url)
  await migrate(db)
  return { db, pool, url }
}
