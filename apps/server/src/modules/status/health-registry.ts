import type { Part } from '@aerie/wire/server-info'

type Health = Part['health']

/** Health of each part of the server. Parts report themselves; `/readyz` and `/api/v1/status` read. */
export type HealthRegistry = {
  readonly set: (name: string, health: Health, detail: string) => void
  readonly parts: () => Part[]
  /** Every part is up, if only with trouble: `degraded` still serves, `starting` and `down` do not. */
  readonly isReady: () => boolean
}

/** @param names parts that must report before the server is ready */
export function createHealthRegistry(names: readonly string[]): HealthRegistry {
  const parts = new Map<string, Part>(names.map((name) => [name, { name, health: 'starting', detail: 'starting' }]))
  return {
    set: (name, health, detail) => void parts.set(name, { name, health, detail }),
    parts: () => [...parts.values()],
    isReady: () => [...parts.values()].every(({ health }) => health === 'ok' || health === 'degraded'),
  }
}
