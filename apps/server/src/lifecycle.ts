import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** What every module of the server offers to the wiring. Services for other modules stand beside these. */
export type ServerModule = {
  /** Names it in the log. */
  readonly name: string
  /** Registered before the server listens. */
  readonly routes?: FastifyPluginAsync | FastifyPluginAsyncZod
  /** Resolves once it works; loops go on after that. Runs after the server listens. */
  readonly start?: () => void | Promise<void>
  /** Also called where it was never started, or not to the end. */
  readonly stop?: () => void | Promise<void>
}

/** One module, or several that start side by side. */
export type Stage = ServerModule | readonly ServerModule[]

type Limits = { readonly startMs: number; readonly stopMs: number }
type Options = {
  readonly stages: readonly Stage[]
  readonly onStopFailure: (name: string, error: unknown) => void
  readonly limits?: Limits
}

export type Lifecycle = {
  /** Starts stage by stage; ends early when a stop is asked for meanwhile. @throws what a module throws, or that it took too long */
  readonly start: () => Promise<void>
  /** Stops the modules one by one, the last one first. A second call waits for the first. @throws AggregateError once all were stopped */
  readonly stop: () => Promise<void>
}

/**
 * A start may renew an old chain, which takes a minute; a stop has the grace of open requests (4 s), or that of the chain's process
 * (3 s), within the 9.5 s that the process has for everything (main.ts).
 */
const LIMITS: Limits = { startMs: 180_000, stopMs: 6_000 }

/** Starts modules in order and stops them in reverse. A stop that fails or hangs is reported and keeps no other from stopping. */
export function lifecycle({ stages, onStopFailure, limits = LIMITS }: Options): Lifecycle {
  let stopping: Promise<void> | undefined
  const startOne = (module: ServerModule): Promise<void> => within(limits.startMs, `${module.name} did not start`, () => module.start?.())
  const stopAll = async (): Promise<void> => {
    const failures: unknown[] = []
    for (const module of stages.flat().toReversed()) {
      await within(limits.stopMs, `${module.name} did not stop`, () => module.stop?.()).catch((error: unknown) => {
        onStopFailure(module.name, error)
        failures.push(error)
      })
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not every module could be stopped')
  }
  return {
    start: async () => {
      for (const stage of stages) {
        if (stopping !== undefined) return
        await Promise.all([stage].flat().map(startOne))
      }
    },
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}

async function within(limitMs: number, failure: string, work: () => void | Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${failure} within ${limitMs} ms`)), limitMs)
  })
  try {
    // In a function of its own, so that what it throws at once is a rejection, too.
    await Promise.race([(async () => work())(), late])
  } finally {
    clearTimeout(timer)
  }
}
