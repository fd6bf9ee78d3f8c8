import { type Clock, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { systemTimers, type Timers } from '@aerie/upstream/timers'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { areaPlugin } from '../../platform/area.ts'
import type { Db } from '../../platform/db/client.ts'
import type { ServerModule } from '../../platform/lifecycle.ts'
import { account, isLeaving, type NotifyUser } from '../account/index.ts'
import { type TwinOrders, trading } from '../trading/index.ts'
import { apexKeyStore } from './apex-keys.ts'
import type { IsLeaving } from './live-orders.ts'
import { apexRoutes, liveOrderRoutes } from './routes.ts'
import { apexService } from './service.ts'
import { signerFile } from './signer-file.ts'

export { APEX_FIELDS, APEX_PURPOSE, apexFieldOwner, apexKeyId } from './apex-keys.ts'

const REST_ROOT = 'https://omni.apex.exchange'
const SOCKET_ROOT = 'wss://quote.omni.apex.exchange'

/** Polling interval for unresolved live orders; older ones are queried less often. */
const RECONCILE_MS = 2 * SECOND_MS

const KEY_CHECK_MS = 2 * SECOND_MS

/** Accounts and orders at ApeX Omni. */
export const venues = areaPlugin({
  name: 'venues',
  needs: { account, trading },
  async setup({ account, trading, ...platform }) {
    const apex = await apexModule({ ...platform, notifyUser: account.notifyUser, isLeaving, twins: trading.twins })
    account.holdDeletion(apex.deletionHold)
    account.addDeletionSteps({ afterErasing: apex.forget })
    return { modules: [apex], api: {} }
  },
})

type Deps = {
  readonly config: Pick<Config, 'APEX_URL' | 'APEX_WS_URL' | 'APEX_SIGNER_WASM' | 'APEX_SIGNER_SHA256'>
  readonly db: Db
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly secretKey: Uint8Array
  readonly notifyUser: NotifyUser
  readonly timers?: Timers
  /** Nothing live is sent once the user's deletion is scheduled. */
  readonly isLeaving: IsLeaving
  readonly twins?: TwinOrders | undefined
}

/** With a REST-only mock there is no private socket: accounts are then loaded on each request. */
export async function apexModule({ timers = systemTimers, ...deps }: Deps) {
  const { config, db, clock, logger, secretKey, notifyUser, isLeaving, twins } = deps
  const socket = config.APEX_WS_URL ?? (config.APEX_URL === undefined ? SOCKET_ROOT : undefined)
  const signer = await signerFile({ wasm: config.APEX_SIGNER_WASM, sha256: config.APEX_SIGNER_SHA256 })
  const isWanted = config.APEX_SIGNER_WASM !== undefined || config.APEX_SIGNER_SHA256 !== undefined
  if (!signer.isOn && isWanted) logger.warn({ signer: signer.cause }, 'live orders are off')
  const onError = (error: unknown): void => logger.error({ err: error }, 'accounts at ApeX could not be updated')
  const service = apexService({
    keys: apexKeyStore({ db, clock, secretKey, notifyUser }),
    roots: { rest: new URL(config.APEX_URL ?? REST_ROOT), socket: socket === undefined ? undefined : new URL(socket) },
    env: { clock, timers, random: Math.random, fetch },
    clock,
    db,
    signer,
    isLeaving,
    twins,
    onError,
  })
  let stops: (() => void)[] = []
  const module: ServerModule = {
    name: 'apex',
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(apexRoutes({ service }))
      await app.register(liveOrderRoutes({ service, signer }))
    },
    start: () => {
      stops = [
        every(MINUTE_MS, async () => service.trim(), { onError }),
        every(KEY_CHECK_MS, service.checkKeys, { onError }),
        every(RECONCILE_MS, service.beginReconcile, { onError, atOnce: true }),
      ]
    },
    stop: () => {
      for (const end of stops) end()
      service.stop()
    },
  }
  return {
    ...module,
    reconcile: service.reconcile,
    deletionHold: service.deletionHold,
    checkKeys: service.checkKeys,
    forget: service.forget,
  }
}
