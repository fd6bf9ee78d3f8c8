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
  /** Of a duty in parts, the one that a call needs. */
  readonly partOf?: (name: string, args: readonly unknown[]) => Promise<number>
  /** Whether this process holds the duty, or that part of it, and is ready for calls. */
  readonly isHere: (part: number) => boolean
  /** Waits while the database is asked whether this process still holds the duty, after a pause. */
  readonly confirm?: () => Promise<void>
  readonly functions: F
  /** Whether calls wait until the deadline for a process that holds the duty, because it changes hands or opens again in less. */
  readonly waits?: boolean
  /** Deadline in ms of functions that take longer than an order. */
  readonly timeoutsMs?: { readonly [Name in keyof F]?: number }
}

const call = z.object({ name: z.string(), count: z.int(), args: z.record(z.string(), z.unknown()) })

/**
 * Functions that only the holder of a duty can carry out: called here if this process holds it, else over the bus. Without a holder they
 * throw `unavailable`. A call that was not answered in time may have been carried out, so commands carry an id of their client.
 */
export function heldFunctions<F extends Functions>({
  bus,
  partOf,
  isHere,
  confirm,
  waits,
  functions,
  timeoutsMs = {},
  ...options
}: Options<F>) {
  const channelOf = (part: number): string => (partOf === undefined ? options.channel : `${options.channel}:${part}`)
  const run = async (name: string, args: readonly unknown[]): Promise<unknown> => functions[name]?.(...(args as never[])) // as `Promised` types them
  const remote = Object.fromEntries(
    Object.keys(functions).map((name) => [
      name,
      async (...args: readonly unknown[]) => {
        const part = (await partOf?.(name, args)) ?? 0
        if (!isHere(part)) await confirm?.()
        const asked = { name, count: args.length, args: { ...args } }
        const isLocal = isHere(part) || !bus.isShared
        return isLocal ? run(name, args) : bus.ask(channelOf(part), asked, { timeoutMs: timeoutsMs[name], waits })
      },
    ]),
  ) as unknown as Promised<F>
  const stops = new Map<number, () => void>()
  return {
    functions: remote,
    /** Call when the duty, or a part of it, begins and ends here. */
    serve: (isOpen: boolean, part = 0): void => {
      stops.get(part)?.()
      stops.delete(part)
      if (!isOpen) return
      const answerer = (asked: unknown): Promise<unknown> | undefined => {
        const { name, count, args } = call.parse(asked)
        // The lease may have passed to a process that is asked, too: a refusal would arrive before its answer.
        if (!isHere(part) || !Object.hasOwn(functions, name)) return undefined
        return run(
          name,
          Array.from({ length: count }, (_, at) => args[at]),
        )
      }
      stops.set(part, bus.answer(channelOf(part), answerer))
    },
  }
}
