import { ticker } from '@aerie/runtime/ticker'
import type { Pool } from 'pg'
import type { ServerModule } from '../../lifecycle.ts'
import type { HealthRegistry } from './health-registry.ts'

const LOOK_MS = 5_000

/** Reports whether the database answers, every few seconds. */
export function databaseWatch(pool: Pool, health: HealthRegistry): ServerModule {
  const look = async (): Promise<void> => {
    try {
      await pool.query('select 1')
      health.set('database', 'ok', 'answers')
    } catch {
      // What failed is in the log of whoever needed it; here only that it did.
      health.set('database', 'down', 'does not answer')
    }
  }
  const looking = ticker(LOOK_MS, look)
  return {
    name: 'database watch',
    start: async () => {
      await look()
      looking.start()
    },
    stop: looking.stop,
  }
}
