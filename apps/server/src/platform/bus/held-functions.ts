import * as z from 'zod/mini'
import type { Bus } from './bus.ts'

/** Parameters and results are JSON; `undefined` is kept as a parameter. */
type Functions = Readonly<Record<string, (...args: never[]) => unknown>>
export type Promised<F extends Functions> = {
  readonly [Name in keyof F]: (...args: Parameters<F[Name]>) => Promise<Awaited<ReturnType<F[Name]>>>
}

type Options<F extends Functions> = {
  readonly bus: Bus
  /** Name of the duty. */
  readonly channel: string
  /** Whether this process holds the duty and is ready for calls. */
  readonly isHere: () => boolean
  /** Waits while the database is asked whether this process still holds the duty, after a pause. */
  readonly confirm?: () => Promise<void>
  readonly functions: F
  /** Deadline in ms of functions that take longer than an order. */
  readonly timeoutsMs?: { readonly [Name in keyof F]?: number }
}

const call = z.object({ name: z.string(), count: z.int(), args: z.record(z.string(), z.unknown()) })

/**
 * Functions that only the holder of a duty can carry out: called here if this process holds it, else over the bus. Without a holder they
 * throw `unavailable`. A call that was not answered in time may have been carried out, so commands carry an id of their client.
 */
export function heldFunctions<F extends Functions>({ bus, channel, isHere, confirm, functions, timeoutsMs = {} }: Options<F>) {
  const isLocal = (): boolean => isHere() || !bus.isShared
  const run = async (name: string, args: readonly unknown[]): Promise<unknown> => functions[name]?.(...(args as never[])) // as `Promised` types them
  const remote = Object.fromEntries(
    Object.keys(functions).map((name) => [
      name,
      async (...args: readonly unknown[]) => {
        if (!isHere()) await confirm?.()
        return isLocal() ? run(name, args) : bus.ask(channel, { name, count: args.length, args: { ...args } }, timeoutsMs[name])
      },
    ]),
  ) as unknown as Promised<F>
  let stopAnswering: (() => void) | undefined
  return {
    functions: remote,
    /** Call when the duty begins and ends here. */
    serve: (isOpen: boolean): void => {
      if (isOpen)
        stopAnswering ??= bus.answer(channel, (asked) => {
          const { name, count, args } = call.parse(asked)
          // The lease may have passed to a process that is asked, too: a refusal would arrive before its answer.
          if (!isHere() || !Object.hasOwn(functions, name)) return undefined
          return run(
            name,
            Array.from({ length: count }, (_, at) => args[at]),
          )
        })
      else {
        stopAnswering?.()
        stopAnswering = undefined
      }
    },
  }
}
