import type { KnownValues } from '@aerie/testkit/shaped-json'
import type { AerieServer } from '../support/aerie-server.ts'
import type { Attacker } from './people.ts'
import type { Tally } from './tally.ts'

export type Stage = {
  readonly server: AerieServer
  readonly people: readonly Attacker[]
  readonly known: KnownValues
  readonly tally: Tally
  readonly seed: number
  /** Whether the attack continues: time is left, and the server is alive. */
  readonly isOn: () => boolean
}

export async function inLanes(lanes: number, isWanted: () => boolean, step: (lane: number) => Promise<void>): Promise<void> {
  const run = async (lane: number): Promise<void> => {
    while (isWanted()) await step(lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
}
