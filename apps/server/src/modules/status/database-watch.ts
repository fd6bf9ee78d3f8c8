import type { Pool } from 'pg'
import type { ServerModule } from '../../lifecycle.ts'
import type { HealthRegistry } from './health-registry.ts'

const LOOK_MS = 5_000

/** Reports whether the database answers, every few seconds. */
export function databaseWatch(pool: Pool, health: HealthRegistry): ServerModule {
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    try {
      await pool.query('select 1')
      health.set('database', 'ok', 'answers')
    } catch {
      // What failed is in the log of whoever needed it; here only that it did.
      health.set('database', 'down', 'does not answer')
    }
  }
  return {
    name: 'database watch',
    start: async () => {
      await look()
      timer = setInterval(() => void look(), LOOK_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
