import { type Clock, MINUTE_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { AppError } from '../../plugins/app-error.ts'
import { type ApexAccount, type ApexRoots, apexAccount } from './apex-account.ts'
import type { apexKeyStore } from './apex-keys.ts'
import { APEX_PROBLEM_WORDS } from './apex-problem-words.ts'

/** Accounts that are watched at once; who looked longest ago is let go. */
const MOST_WATCHED = 200
/** Nobody has looked for so long: the watch ends. */
const IDLE_MS = 10 * MINUTE_MS

type Deps = {
  readonly keys: ReturnType<typeof apexKeyStore>
  readonly roots: ApexRoots
  readonly env: Environment
  readonly clock: Clock
}
type Watched = { readonly account: ApexAccount; readonly lookedAt: number }

/** The accounts at ApeX that somebody looks at. */
export function watchedAccounts({ keys, roots, env, clock }: Deps) {
  /** In the order of the last look. */
  const watched = new Map<string, Watched>()

  const forget = (userId: string): void => {
    watched.get(userId)?.account.stop()
    watched.delete(userId)
  }
  const trim = (): void => {
    for (const [userId, { lookedAt }] of watched) {
      if (watched.size <= MOST_WATCHED && clock.now() - lookedAt < IDLE_MS) return
      forget(userId)
    }
  }
  const accountOf = async (userId: string): Promise<ApexAccount> => {
    const found = watched.get(userId)?.account ?? (await begin(userId))
    watched.delete(userId)
    watched.set(userId, { account: found, lookedAt: clock.now() })
    trim()
    return found
  }
  const begin = async (userId: string): Promise<ApexAccount> => {
    const credentials = await keys.open(userId)
    if (credentials === undefined) throw new AppError('not_found', { word: 'apex_not_linked', detail: APEX_PROBLEM_WORDS.notLinked })
    const meanwhile = watched.get(userId)
    if (meanwhile !== undefined) return meanwhile.account
    return apexAccount({ credentials, roots, env })
  }
  return {
    /** @throws AppError not_found without a key, rule_broken where it cannot be opened */
    accountOf,
    forget,
    /** Ends watches that nobody looks at. */
    trim,
    stop: (): void => {
      for (const userId of watched.keys()) forget(userId)
    },
  }
}
