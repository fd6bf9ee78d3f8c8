import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/db/client.ts'
import { startCluster } from '../src/db/embedded/cluster.ts'
import { migrate } from '../src/db/migrate.ts'

export const TEMPLATE = 'aerie_template'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's PostgreSQL, with `DATABASE` where the name of a database goes. */
    testClusterUrl: string
    /** Folder in which Node keeps what it has compiled of the programs that tests start. */
    compileCache: string
  }
}

const MEMORY = '/dev/shm'
/** Room for the databases of all files that run at once, several times over. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** In memory where there is room: a database for a test is copied and dropped in half the time. */
function placeOfDatabases(): string {
  // Not in os.tmpdir(): that may be long, and a socket's path may not.
  if (!existsSync(MEMORY)) return '/tmp'
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : '/tmp'
}

/**
 * One PostgreSQL for a whole test run: the product's own embedded cluster, in a folder of the run. It is never asked to
 * survive a power cut, so it does not wait for the disk. `globalSetup` of the projects that hold `*.int.test.ts`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(placeOfDatabases(), 'aerie-test-'))
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '32MB' }
  const cluster = await startCluster({ dataDir, say: () => undefined, settings })
  const admin = await openDatabase(cluster.url('postgres'), { maxConnections: 1 })
  await admin.pool.query(`create database ${TEMPLATE}`)
  await admin.close()
  const template = await openDatabase(cluster.url(TEMPLATE), { maxConnections: 1 })
  await migrate(template.db)
  await template.close()
  project.provide('testClusterUrl', cluster.url('DATABASE'))
  const compileCache = mkdtempSync(join(tmpdir(), 'aerie-compiled-'))
  project.provide('compileCache', compileCache)
  return async () => {
    await cluster.stop()
    for (const folder of [dataDir, compileCache]) rmSync(folder, { recursive: true, force: true })
  }
}
