import { type Clock, MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { systemTimers } from '@aerie/upstream/timers'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { ServerModule } from '../../lifecycle.ts'
import type { Authentication } from '../accounts/authentication.ts'
import { apexKeyStore } from './apex-keys.ts'
import { apexRoutes } from './apex-routes.ts'
import { apexService } from './apex-service.ts'
import { placingOff } from './signer-file.ts'

const REST_ROOT = 'https://omni.apex.exchange'
const SOCKET_ROOT = 'wss://quote.omni.apex.exchange'

type Guard = Authentication['requireUser']
type Deps = {
  readonly config: Pick<Config, 'APEX_URL' | 'APEX_WS_URL' | 'APEX_SIGNER_WASM' | 'APEX_SIGNER_SHA256'>
  readonly db: Db
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly secretKey: Uint8Array
  readonly requireUser: Guard
  readonly requireReauthenticated: Guard
}

/** Users' accounts at ApeX Omni. A stand-in for REST alone has no private socket: accounts are then read at each look. */
export async function apexModule({
  config,
  db,
  clock,
  logger,
  secretKey,
  requireUser,
  requireReauthenticated,
}: Deps): Promise<ServerModule> {
  const socket = config.APEX_WS_URL ?? (config.APEX_URL === undefined ? SOCKET_ROOT : undefined)
  const service = apexService({
    keys: apexKeyStore({ db, clock, secretKey }),
    roots: { rest: new URL(config.APEX_URL ?? REST_ROOT), socket: socket === undefined ? undefined : new URL(socket) },
    env: { clock, timers: systemTimers, random: Math.random, fetch },
    clock,
    offReason: await placingOff({ wasm: config.APEX_SIGNER_WASM, sha256: config.APEX_SIGNER_SHA256 }),
  })
  const onError = (error: unknown): void => logger.error({ err: error }, 'accounts at ApeX could not be tended')
  let stopTrimming: (() => void) | undefined
  return {
    name: 'apex',
    routes: apexRoutes({ service, requireUser, requireReauthenticated }),
    start: () => {
      stopTrimming = every(MINUTE_MS, async () => service.trim(), { onError })
    },
    stop: () => {
      stopTrimming?.()
      service.stop()
    },
  }
}
