import type { Part } from '@aerie/wire/server-info'

type Health = Part['health']

/** How each part of the server is. Parts report themselves; `/readyz` and `/api/v1/status` read. */
export type PartsBoard = {
  readonly set: (name: string, health: Health, detail: string) => void
  readonly parts: () => Part[]
  /** Every part is up, if only with trouble: `degraded` still serves, `starting` and `down` do not. */
  readonly isReady: () => boolean
}

/** @param names parts that must report before the server is ready */
export function partsBoard(names: readonly string[]): PartsBoard {
  const board = new Map<string, Part>(names.map((name) => [name, { name, health: 'starting', detail: 'starting' }]))
  return {
    set: (name, health, detail) => void board.set(name, { name, health, detail }),
    parts: () => [...board.values()],
    isReady: () => [...board.values()].every(({ health }) => health === 'ok' || health === 'degraded'),
  }
}
