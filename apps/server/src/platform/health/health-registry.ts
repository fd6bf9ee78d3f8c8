import { ticker } from '@aerie/runtime/ticker'
import type { Part } from '@aerie/wire/server-info'
import type { Pool } from 'pg'
import type { ServerModule } from '../lifecycle.ts'

type Health = Part['health']

export type HealthRegistry = {
  readonly set: (name: string, health: Health, detail: string) => void
  readonly parts: () => Part[]
  /** `degraded` counts as ready; `starting` and `down` do not. */
  readonly isReady: () => boolean
}

export function createHealthRegistry(names: readonly string[]): HealthRegistry {
  const parts = new Map<string, Part>(names.map((name) => [name, { name, health: 'starting', detail: 'starting' }]))
  return {
    set: (name, health, detail) => void parts.set(name, { name, health, detail }),
    parts: () => [...parts.values()],
    isReady: () => [...parts.values()].every(({ health }) => health === 'ok' || health === 'degraded'),
  }
}

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
