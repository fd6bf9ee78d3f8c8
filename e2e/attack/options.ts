import { parseArgs } from 'node:util'

export type Options = {
  /** Inputs of all kinds; the attack ends with the last of them or on timeout. */
  readonly inputs: number
  readonly firingMs: number
  readonly settleMs: number
  /** The same seed produces the same inputs; only their order on the wire differs. */
  readonly seed: number
}

const LEAST_INPUTS = 300_000
const FIRING_S = 400
const SETTLE_S = 300

/** @throws Error with a one-line message if an option is not a positive number */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { inputs: { type: 'string' }, seconds: { type: 'string' }, settle: { type: 'string' }, seed: { type: 'string' } },
  })
  const read = (name: keyof typeof values, otherwise: number): number => {
    const number = Number(values[name] ?? otherwise)
    if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not "${values[name]}"`)
    return number
  }
  return {
    inputs: read('inputs', LEAST_INPUTS + 10_000),
    firingMs: read('seconds', FIRING_S) * 1_000,
    settleMs: read('settle', SETTLE_S) * 1_000,
    seed: read('seed', 20_260_115),
  }
}

export const LIMITS = { leastInputs: LEAST_INPUTS, heldMs: 100, grownMb: 50 } as const
