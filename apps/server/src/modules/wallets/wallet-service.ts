import type { Clock } from '@aerie/core/time'
import type { walletEntry } from '@aerie/wire/account/wallets'
import type { Hex, PublicClient } from 'viem'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../db/client.ts'
import { lockingUser } from '../../db/locking-user.ts'
import type { AppError } from '../../plugins/app-error.ts'
import { linkedWallets } from '../accounts/details/linked-wallets.ts'
import type { Limits } from '../accounts/entitlement/limits.ts'
import { LIMITS } from '../accounts/entitlement/limits.ts'
import type { TellUser } from '../accounts/mails/security-mails.ts'
import { challengeRepository } from './challenge-repository.ts'
import type { SigningOrigin } from './signing-origin.ts'
import { type ChallengeOwner, draftChallenge, expired, readChallenge, refused } from './wallet-challenge.ts'
import { isSignedBy } from './wallet-signature.ts'

export type WalletDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly limits: Pick<Limits, 'demand'>
  /** Mails the user of a wallet that was linked or unlinked. */
  readonly tellUser: TellUser
  readonly client: PublicClient
  readonly chainId: () => number
  /** Told of a user whose wallets have changed, once it is committed. */
  readonly onChanged: (userId: string) => void
  readonly onLinked: (outcome: 'linked' | 'refused') => void
}

type Proof = { readonly message: string; readonly signature: Hex }
export type WalletService = ReturnType<typeof walletService>

/** Why a challenge that was good a moment ago cannot be used up. */
async function unusable(tx: Db, nonce: string): Promise<AppError> {
  const row = await challengeRepository(tx).find(nonce)
  return row === undefined || row.usedAt === null ? expired() : refused('This message has been used. Ask for a new one.')
}

/** Links wallets to users by proof, and unlinks them. */
export const walletService = ({ db, clock, limits, tellUser, client, chainId, onChanged, onLinked }: WalletDeps) => ({
  /** A message to be signed. @throws AppError rate_limited, rule_broken */
  challenge: async (asker: ChallengeOwner, origin: SigningOrigin, address: string): Promise<string> => {
    await limits.demand([LIMITS.walletChallenge, asker.userId])
    const row = draftChallenge({ ...asker, ...origin, address, chainId: chainId(), now: clock.now() })
    const challenges = challengeRepository(db)
    await challenges.deleteExpired(row.createdAt)
    await challenges.insert(row)
    return row.message
  },

  /** Links the wallet that has signed. @throws AppError rate_limited, rule_broken, challenge_expired, conflict, unavailable */
  link: async (userId: string, origin: SigningOrigin, { message, signature }: Proof): Promise<string> => {
    await limits.demand([LIMITS.walletLink, userId])
    const now = clock.now()
    const find = (nonce: string) => challengeRepository(db).find(nonce)
    try {
      const { address, nonce } = await readChallenge({ message, userId, origin, chainId: chainId(), now, find })
      if (!(await isSignedBy(client, { message, signature, address, now }))) throw refused('The signature is not of this wallet.')
      const linked = address.toLowerCase()
      await lockingUser(db, userId, async (tx) => {
        const at = new Date(clock.now())
        if (!(await challengeRepository(tx).use(nonce, at))) throw await unusable(tx, nonce)
        await linkedWallets(tx).link({ userId, address: linked, at })
        await tellUser(tx, userId, 'walletLinked')
      })
      onLinked('linked')
      onChanged(userId)
      return linked
    } catch (error) {
      onLinked('refused')
      throw error
    }
  },

  list: async (userId: string): Promise<z.output<typeof walletEntry>[]> =>
    (await linkedWallets(db).list(userId)).map(({ address, isMain, linkedAt }) => ({
      address,
      is_main: isMain,
      linked_at: linkedAt.getTime(),
    })),

  /** @throws AppError not_found, also where it is somebody else's */
  unlink: async (userId: string, given: string): Promise<string> => {
    const address = given.toLowerCase()
    await lockingUser(db, userId, async (tx) => {
      await linkedWallets(tx).unlink({ userId, address, at: new Date(clock.now()) })
      await tellUser(tx, userId, 'walletUnlinked')
    })
    onChanged(userId)
    return address
  },
})
