import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Server } from 'socket.io'
import type { Config } from '../config.ts'
import type { Bus } from './bus/bus.ts'
import type { Database } from './db/client.ts'
import type { Duties } from './duties/duty.ts'
import type { HealthRegistry } from './health/health-registry.ts'
import type { ReadyAnswers } from './http/ready-answers.ts'
import type { ServerModule } from './lifecycle.ts'
import type { mailService } from './mail/mail-service.ts'
import type { UserNotices } from './user-notices.ts'

/** What every area may use without naming it in `needs`. */
export type Platform = {
  readonly config: Config
  readonly secretKey: Uint8Array
  /** Key of the recovery code hashes, if not derived from `secretKey`. */
  readonly recoveryKey?: Uint8Array
  readonly db: Database
  /** Leases that make work run in one process only. */
  readonly duties: Duties
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly version: string
  readonly webRoot: string
  /** How long a response waits for a starting market; default: a few seconds. */
  readonly openWaitMs?: number
  /** For decorators and upgrades. Routes are registered by the modules. */
  readonly app: FastifyInstance
  readonly io: Server
  readonly isStopping: () => boolean
  readonly health: HealthRegistry
  readonly metrics: Registry
  readonly answers: ReadyAnswers
  readonly mail: ReturnType<typeof mailService>
  readonly notices: UserNotices
  /** To the other processes of this deployment. */
  readonly bus: Bus
}

/** A part of an area with its routes, start and stop. */
export type AreaModule = ServerModule & {
  /** Works on its own: starts after HTTP and stops before it. Others serve requests until the last response. */
  readonly isBackground?: boolean
}

type Parts<Api> = {
  /** Started in order, stopped in reverse. */
  readonly modules: readonly AreaModule[]
  /** Functions for the areas that need this one. */
  readonly api: Api
}

type Needs = Readonly<Record<string, Area>>
type ApisOf<N extends Needs> = { readonly [Name in keyof N]: N[Name] extends Area<infer Api> ? Api : never }

export type Area<Api = unknown> = {
  readonly name: string
  readonly needs: Needs
  readonly setup: (deps: never) => Parts<Api> | Promise<Parts<Api>>
}

/**
 * Declares an area of the server. `needs` holds other areas, imported from their `index.ts`; `setup` receives the platform and their APIs
 * under the same names. A circle of needs is a circle of imports, which the import rules refuse.
 */
export const areaPlugin = <const N extends Needs, Api>(area: {
  readonly name: string
  readonly needs: N
  readonly setup: (deps: Platform & ApisOf<N>) => Parts<Api> | Promise<Parts<Api>>
}): Area<Api> => area

/**
 * Sets up areas and everything they need, each once and after its needs.
 *
 * @returns the modules, of which each starts after those of the areas it needs, and the API of each area
 */
export async function setUpAreas(areas: readonly Area[], platform: Platform) {
  const apis = new Map<Area, unknown>()
  const modules: AreaModule[] = []
  /** What a dependent area waits for. */
  const lastOf = new Map<Area, readonly AreaModule[]>()
  const setUp = async (area: Area): Promise<void> => {
    if (apis.has(area)) return
    const needs = Object.values(area.needs)
    for (const need of needs) await setUp(need)
    const needed = Object.fromEntries(Object.entries(area.needs).map(([name, need]) => [name, apis.get(need)]))
    const { modules: own, api } = await area.setup({ ...platform, ...needed } as never) // ApisOf<needs>, by construction
    apis.set(area, api)
    let last = needs.flatMap((need) => lastOf.get(need) ?? [])
    for (const module of own) {
      const placed = { ...module, after: last }
      modules.push(placed)
      if (module.isBackground !== true) last = [placed]
    }
    lastOf.set(area, last)
  }
  for (const area of areas) await setUp(area)
  return {
    modules,
    apiOf: <Api>(area: Area<Api>): Api => apis.get(area) as Api, // set by this area's setup alone
  }
}
