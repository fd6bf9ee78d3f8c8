import { type Clock, DAY_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { areaPlugin } from '../../platform/area.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { heldFunctions } from '../../platform/bus/held-functions.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { ServerModule } from '../../platform/lifecycle.ts'
import { alerts } from '../alerts/index.ts'
import { market } from '../market/index.ts'
import { type PublicNames, social } from '../social/index.ts'
import { trading } from '../trading/index.ts'
import { type CopyDutyDeps, copyDuty } from './copy-duty.ts'
import { copySimulations } from './copy-simulations.ts'
import { leaderBoard } from './leaders/leader-board.ts'
import { leaderService } from './leaders/leader-service.ts'
import { copyRoutes } from './routes.ts'
import { copyService } from './service.ts'

/** Leaders, and the copies of their paper orders. */
export const copy = areaPlugin({
  name: 'copy',
  needs: { market, trading, alerts, social },
  setup: ({ market, trading, alerts, social, notices, ...platform }) => ({
    modules: [copyModule({ ...platform, ...notices, market: market.service, trading, names: social.names, onPaused: alerts.record })],
    api: {},
  }),
})

type Deps = Omit<CopyDutyDeps, 'onOpen'> & { readonly clock: Clock; readonly bus: Bus; readonly names: PublicNames }

/** Per user, for new copies and leader names; copies are kept forever. In memory, so a restart resets it. */
const BEGINNINGS = { burst: 100, perSecond: 500 / (DAY_MS / SECOND_MS) }

/** Plays a leader's past fills. */
const SIMULATE_MS = 10 * SECOND_MS

export function copyModule(deps: Deps) {
  const { bus, db, clock, logger, trading, market, names, notify } = deps
  const duty = copyDuty({ ...deps, onOpen: (isOpen) => held.serve(isOpen) })
  const beginnings = keyedTokenBuckets({ clock, ...BEGINNINGS })
  const take = (userId: string): void => {
    if (!beginnings.take(userId, 1))
      throw new AppError('rate_limited', { detail: 'You have begun many copies today. Wait a few minutes.', retryAfterSeconds: 180 })
  }
  const copies = copyService({
    db,
    clock,
    duty,
    gather: trading.gather,
    take,
    notify: (userId, data) => notify(userId, { kind: 'copy', data }),
  })
  const simulate = copySimulations({ db, market, active: trading.active })
  const held = heldFunctions({
    bus,
    channel: 'copy',
    isHere: duty.isOpen,
    functions: { create: copies.create, change: copies.change, stop: copies.stop, list: copies.list, simulate },
    timeoutsMs: { simulate: SIMULATE_MS },
  })
  /** Without a copying process, what is stored: results are unknown then. */
  const list: typeof copies.list = (...asked) =>
    held.functions.list(...asked).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') return copies.list(...asked)
      throw error
    })
  const onError = (error: unknown): void => {
    logger.error({ err: error }, 'copying could not be tended; trying again')
    duty.shut()
  }
  const leaders = leaderService({ db, clock, names, take })
  names.onChange(leaders.rename)
  let stops: (() => void)[] = []
  // Before trading opens: recent takes from the books must be known by then.
  trading.serve(duty)
  const module: ServerModule = {
    name: 'copy',
    routes: copyRoutes({
      copies: { ...held.functions, list, log: copies.log },
      leaders,
      board: leaderBoard({ db, market }),
      simulate: held.functions.simulate,
    }),
    start: () => {
      stops = [trading.onStored(duty.handle), every(SECOND_MS, duty.tend, { onError, atOnce: true })]
    },
    stop: async () => {
      for (const end of stops) end()
      await duty.close()
    },
  }
  return {
    ...module,
    isOpen: duty.isOpen,
    tend: duty.tend,
  }
}
