import { type Clock, elapsedMs, MINUTE_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { AppError } from '../../platform/http/app-error.ts'
import { type ApexAccount, type ApexNews, type ApexRoots, apexAccount } from './apex-account.ts'
import type { apexKeyStore } from './apex-keys.ts'

const MOST_WATCHED = 200
const IDLE_MS = 10 * MINUTE_MS

type Deps = {
  readonly keys: Pick<ReturnType<typeof apexKeyStore>, 'open' | 'savedAmong'>
  readonly roots: ApexRoots
  readonly env: Environment
  readonly clock: Clock
  readonly newsOf?: (userId: string) => ApexNews
}
type Begun = { readonly account: ApexAccount; readonly savedAt: number }
type Watched = Begun & { readonly lookedAt: number }

export type WatchedAccounts = ReturnType<typeof watchedAccounts>

export function watchedAccounts({ keys, roots, env, clock, newsOf }: Deps) {
  /** In order of last use. */
  const watched = new Map<string, Watched>()
  /** Accounts whose key is being loaded; `forget` removes them, as the key may have been replaced. */
  const beginnings = new Map<string, Promise<Begun>>()
  let isOver = false

  const forget = (userId: string): void => {
    beginnings.delete(userId)
    watched.get(userId)?.account.stop()
    watched.delete(userId)
  }
  const trim = (): void => {
    for (const [userId, { lookedAt }] of watched) {
      if (watched.size <= MOST_WATCHED && elapsedMs(clock) - lookedAt < IDLE_MS) return
      forget(userId)
    }
  }
  const look = (userId: string, { account, savedAt }: Begun): ApexAccount => {
    watched.delete(userId)
    watched.set(userId, { account, savedAt, lookedAt: elapsedMs(clock) })
    trim()
    return account
  }
  const accountOf = async (userId: string): Promise<ApexAccount> => {
    const found = watched.get(userId)
    if (found !== undefined) return look(userId, found)
    const beginning = beginnings.get(userId) ?? begin(userId)
    beginnings.set(userId, beginning)
    try {
      const begun = await beginning
      if (beginnings.get(userId) === beginning && !isOver) return look(userId, begun)
    } finally {
      if (beginnings.get(userId) === beginning) beginnings.delete(userId)
    }
    if (isOver) throw new AppError('unavailable')
    return accountOf(userId)
  }
  const begin = async (userId: string): Promise<Begun> => {
    const key = await keys.open(userId)
    if (key === undefined) throw new AppError('not_found', { reason: 'apex_not_linked', detail: 'Save an ApeX Omni key first.' })
    return { account: apexAccount({ ...key, roots, env, news: newsOf?.(userId) }), savedAt: key.savedAt }
  }
  return {
    /** @throws AppError not_found without a key, rule_broken if it cannot be opened */
    accountOf,
    forget,
    trim,
    /** Ends watches whose key was deleted or replaced, including by other processes. */
    checkKeys: async (): Promise<void> => {
      const looked = [...watched]
      if (looked.length === 0) return
      const saved = await keys.savedAmong(looked.map(([userId]) => userId))
      for (const [userId, { account, savedAt }] of looked)
        if (watched.get(userId)?.account === account && saved.get(userId) !== savedAt) forget(userId)
    },
    stop: (): void => {
      isOver = true
      for (const userId of watched.keys()) forget(userId)
    },
  }
}
