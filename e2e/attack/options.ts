import { parseArgs } from 'node:util'

export type Options = {
  /** Inputs of all kinds together; the firing ends with the last of them, or with its time. */
  readonly inputs: number
  readonly firingMs: number
  /** From the end of the firing to the last look at the memory. */
  readonly settleMs: number
  /** The same seed makes the same inputs; only their order on the wire is another. */
  readonly seed: number
}

const LEAST_INPUTS = 300_000
/** On two processors that do nothing else; the run ends with the last input. */
const FIRING_S = 400
const SETTLE_S = 300

/** @throws Error in one line where an option is no positive number */
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

/** What a run must keep to. */
export const LIMITS = { leastInputs: LEAST_INPUTS, heldMs: 100, grownMb: 50 } as const
