import type { Markets } from '@aerie/trading/margin/margin'
import type { HasListener, Notify } from '@aerie/wire/notices'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/client.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MarketService } from '../market/index.ts'
import type { AccountBatch, ActiveTrading, CopyingPart, LiveAccount } from '../trading/index.ts'
import { Copier } from './copier.ts'
import { logAnswer } from './copy-entries.ts'
import type { CopyRegistry } from './copy-registry.ts'
import { copyRepository } from './copy-repository.ts'
import type { CopyRecord } from './copy-rows.ts'
import { COPY_DUTY, copyStore } from './copy-store.ts'
import { CopyTending } from './copy-tending.ts'
import { stateText } from './messages.ts'
import { COUNTED_MS, recentTakes, SharedBooks } from './shared-books.ts'

export type TradingPart = {
  readonly active: () => ActiveTrading
  readonly isOpen: () => boolean
  readonly onStored: (listener: (account: LiveAccount, batch: AccountBatch) => void) => () => void
  readonly serve: (part: CopyingPart) => void
  readonly gather: (userId: string) => Promise<void>
}
export type CopyDutyDeps = {
  readonly db: Database
  readonly duties: Duties
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly market: MarketService
  readonly trading: TradingPart
  readonly notify: Notify
  readonly hasListener: HasListener
  /** Copies paused by the server, not by their user. */
  /** Called when copies can be changed here, and when they no longer can. */
  readonly onOpen?: (isOpen: boolean) => void
  readonly onPaused?: ((userId: string, news: PausedCopy) => void) | undefined
}

export type PausedCopy = {
  readonly key: string
  readonly kind: 'copy_paused'
  readonly title: string
  readonly text: string
  readonly at: number
}

type Open = {
  readonly copier: Copier
  readonly tending: CopyTending
  readonly trading: ActiveTrading
  readonly term: number
  isReady: boolean
}

/** Copies while this process holds the lease and paper trading is open; another market or an error reloads from storage. */
export function copyDuty(deps: CopyDutyDeps) {
  const { logger, health, trading } = deps
  const mine = deps.duties.of(COPY_DUTY)
  let open: Open | undefined
  const shared = sharedOrders(deps, () => open?.copier.registry)
  let isOver = false
  let working: Promise<void> = Promise.resolve()

  const shut = (): void => {
    open?.copier.close()
    open = undefined
    deps.onOpen?.(false)
    health.set('copy', 'degraded', 'Copying waits for paper trading, or for another process to let go of it.')
  }
  const tryOpen = async (): Promise<void> => {
    if (isOver || open !== undefined || !trading.isOpen()) return
    const active = trading.active()
    const term = await mine.take()
    if (term === undefined || isOver) return
    const next = openCopier(deps, { active, term, onLost: (error) => lose(next, error), isTrading: () => isPresent(trading, active) })
    open = next
    await mine.whileHeld(term, async () => {
      await notifyOfOtherSource(deps, active)
      await begin(next)
    })
    if (open !== next) return
    next.isReady = true
    deps.onOpen?.(true)
    health.set('copy', 'ok', '')
    logger.info({ term, copies: next.copier.registry.all().length }, 'trades are copied')
  }
  const lose = (which: Open, error: unknown): void => {
    if (open !== which) return
    logger.error({ err: error }, 'copying was interrupted; it restarts from what is stored')
    shut()
  }
  const tendOnce = async (): Promise<void> => {
    if (open !== undefined && !isPresent(trading, open.trading)) shut()
    if (open !== undefined && !(await mine.renew(open.term))) shut()
    if (open?.isReady === true) await open.tending.tend()
    if (open === undefined) await tryOpen()
  }
  return {
    present: (): Open => {
      if (open?.isReady === true) return open
      throw new AppError('unavailable', { detail: 'Copying is just starting; try again in a moment.', retryAfterSeconds: 2 })
    },
    isOpen: (): boolean => open?.isReady === true && mine.isHeld(open.term),
    handle: (account: LiveAccount, batch: AccountBatch): void => open?.copier.handle(account, batch),
    ...shared,
    isKept: (accountId: string): boolean => open?.copier.registry.isUsed(accountId) === true,
    shut,
    tend: (): Promise<void> => {
      working = working.catch(() => undefined).then(tendOnce)
      return working
    },
    close: async (): Promise<void> => {
      isOver = true
      await working.catch(() => undefined)
      const term = open?.term
      shut()
      if (term !== undefined) await mine.release(term)
    },
  }
}

export type CopyDuty = ReturnType<typeof copyDuty>

const isPresent = ({ isOpen, active }: TradingPart, before: ActiveTrading): boolean => isOpen() && active() === before

async function begin({ copier, tending }: Open): Promise<void> {
  await copier.start()
  if (!copier.isClosed) await tending.mendStops()
}

function sharedOrders({ db, market }: CopyDutyDeps, registry: () => CopyRegistry | undefined) {
  let markets: Markets = new Map()
  const books = new SharedBooks({ registry, market: (symbol) => markets.get(symbol) })
  return {
    begin: async (sourceId: string, given: Markets): Promise<void> => {
      books.begin(await recentTakes(db, { sourceId, since: market.hub.now() - COUNTED_MS }))
      markets = given
    },
    sharedBook: (...order: Parameters<SharedBooks['of']>) => books.of(...order),
  }
}

type Opening = {
  readonly active: ActiveTrading
  readonly term: number
  readonly onLost: (error: unknown) => void
  readonly isTrading: () => boolean
}

function openCopier(
  { db, logger, market, notify, onPaused, hasListener }: CopyDutyDeps,
  { active, term, onLost, isTrading }: Opening,
): Open {
  const copier = new Copier({
    db,
    logger,
    trading: active,
    store: copyStore({ pool: db.$client, term }),
    speed: () => market.hub.speed(),
    onEntry: (copy, entry) => {
      if (!hasListener(copy.userId)) return
      const loggedEntry = logAnswer({ ...entry, createdAt: new Date() }, copy.leaderName)
      notify(copy.userId, { kind: 'copy', data: { event: 'entry', entry: loggedEntry } })
    },
    onChanged: (copy) => notifyChanged({ notify, onPaused }, copy),
    onLost,
    isTrading,
  })
  return { copier, tending: new CopyTending(copier), trading: active, term, isReady: false }
}

/** Pauses copies in other markets' accounts and notifies their users. */
async function notifyOfOtherSource({ db, notify, onPaused }: CopyDutyDeps, { broker }: ActiveTrading): Promise<void> {
  for (const copy of await copyRepository(db).pauseOthers(broker.source.id)) notifyChanged({ notify, onPaused }, copy)
}

type Changed = Pick<CopyRecord, 'userId' | 'id' | 'state' | 'reason' | 'leaderName'>

/** A pause by the server is reported as news, too. */
function notifyChanged({ notify, onPaused }: Pick<CopyDutyDeps, 'notify' | 'onPaused'>, changed: Changed): void {
  const { userId, id, state, reason, leaderName } = changed
  const detail = stateText(reason)
  notify(userId, { kind: 'copy', data: { event: 'changed', copy: id, state, leader_name: leaderName, detail } })
  if (state !== 'paused' || reason === 'user') return
  const title = `Copy of ${leaderName} paused`
  const at = Date.now()
  const text = detail === null ? title : `${title}: ${detail.replace(/\.$/, '')}`
  onPaused?.(userId, { key: `copy_paused ${id} ${at}`, kind: 'copy_paused', title, text, at })
}
