import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/db/client.ts'
import { startCluster } from '../src/platform/db/embedded/cluster.ts'
import { migrate } from '../src/platform/db/migrate.ts'

export const TEMPLATE = 'aerie_template'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's PostgreSQL, with `DATABASE` as the placeholder for the database name. */
    testClusterUrl: string
    compileCache: string
    programFlags: string[]
  }
}

const MEMORY = '/dev/shm'
/** Several times the space of the databases of all files that run at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** In memory if there is room: cloning and dropping a test database takes half the time. */
function findDatabasesFolder(): string {
  // Not os.tmpdir(): its path may be too long for a socket.
  if (!existsSync(MEMORY)) return '/tmp'
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : '/tmp'
}

/** `globalSetup` of projects with `*.int.test.ts`: one embedded PostgreSQL per run, without fsync for speed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(findDatabasesFolder(), 'aerie-test-'))
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '32MB' }
  const cluster = await startCluster({ dataDir, print: () => undefined, settings })
  const admin = await openDatabase(cluster.url('postgres'), { maxConnections: 1 })
  await admin.pool.query(`create database ${TEMPLATE}`)
  await admin.close()
  const template = await openDatabase(cluster.url(TEMPLATE), { maxConnections: 1 })
  await migrate(template.db)
  await template.close()
  project.provide('testClusterUrl', cluster.url('DATABASE'))
  const compileCache = mkdtempSync(join(tmpdir(), 'aerie-compiled-'))
  project.provide('compileCache', compileCache)
  project.provide('programFlags', project.config.execArgv)
  return async () => {
    await cluster.stop()
    for (const folder of [dataDir, compileCache]) rmSync(folder, { recursive: true, force: true })
  }
}
