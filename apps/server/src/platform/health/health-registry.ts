import type { Part } from '@aerie/wire/server-info'

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
