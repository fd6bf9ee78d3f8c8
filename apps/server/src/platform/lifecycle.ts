import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export type ServerModule = {
  readonly name: string
  readonly routes?: FastifyPluginAsync | FastifyPluginAsyncZod
  /** Resolves once it is ready; its loops continue. Runs after the server listens. */
  readonly start?: () => void | Promise<void>
  /** Also called if it was not started, or only partly. */
  readonly stop?: () => void | Promise<void>
  /** Modules of the same stage that must have started before it; they are listed before it. */
  readonly after?: readonly ServerModule[]
}

/** The modules of a stage start in parallel, except for `after`. */
export type Stage = ServerModule | readonly ServerModule[]

type Limits = { readonly startMs: number; readonly stopMs: number }
type Options = {
  readonly stages: readonly Stage[]
  readonly onStopFailure: (name: string, error: unknown) => void
  readonly limits?: Limits
}

export type Lifecycle = {
  /** Ends early if a stop is requested. @throws what a module throws, or that it timed out */
  readonly start: () => Promise<void>
  /** Reverse order; later calls wait for the first. @throws AggregateError once all were stopped */
  readonly stop: () => Promise<void>
}

/** A start may upgrade an old chain (a minute); a stop fits into the process's 9.5 s (main.ts). */
const LIMITS: Limits = { startMs: 180_000, stopMs: 6_000 }

export function lifecycle({ stages, onStopFailure, limits = LIMITS }: Options): Lifecycle {
  let stopping: Promise<void> | undefined
  const startOne = async (module: ServerModule): Promise<void> => {
    if (stopping === undefined) await within(limits.startMs, `${module.name} did not start`, () => module.start?.())
  }
  const startStage = async (stage: Stage): Promise<void> => {
    const started = new Map<ServerModule, Promise<void>>()
    for (const module of [stage].flat()) {
      const before = Promise.all((module.after ?? []).flatMap((other) => started.get(other) ?? []))
      started.set(
        module,
        before.then(() => startOne(module)),
      )
    }
    await Promise.all(started.values())
  }
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
      for (const stage of stages) await startStage(stage)
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
    // Wrapped so that a synchronous throw becomes a rejection.
    await Promise.race([(async () => work())(), late])
  } finally {
    clearTimeout(timer)
  }
}
