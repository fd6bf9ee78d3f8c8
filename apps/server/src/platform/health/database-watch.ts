import { ticker } from '@aerie/runtime/ticker'
import type { Pool } from 'pg'
import type { ServerModule } from '../lifecycle.ts'
import type { HealthRegistry } from './health-registry.ts'

const LOOK_MS = 5_000

export function databaseWatch(pool: Pool, health: HealthRegistry): ServerModule {
  const look = async (): Promise<void> => {
    try {
      await pool.query('select 1')
      health.set('database', 'ok', 'answers')
    } catch {
      // The error itself is logged by its caller.
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
