import { randomBytes } from 'node:crypto'
import type { Address } from '@aerie/chain/contracts'
import { type Clock, MINUTE_MS } from '@aerie/core/time'
import type { walletEntry } from '@aerie/wire/account/wallets'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { ContractFunctionExecutionError, getAddress, type Hex, hashMessage, type PublicClient, parseAbi, size, verifyMessage } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { walletChallenges } from '../../platform/db/schema/wallets.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { LIMITS, type Limits, linkedWallets, type NotifyUser } from '../account/index.ts'
import { orUnavailable } from './chain/chain-host.ts'
import { cannotSignAt, type SigningOrigin } from './signing-origin.ts'

export type WalletDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly limits: Pick<Limits, 'demand'>
  readonly notifyUser: NotifyUser
  readonly client: PublicClient
  readonly chainId: () => number
  readonly onChanged: (userId: string) => void
  readonly onLinked: (outcome: 'linked' | 'refused') => void
}

type Proof = { readonly message: string; readonly signature: Hex }
export type WalletService = ReturnType<typeof walletService>

async function unusable(tx: Db, nonce: string): Promise<AppError> {
  const row = await challengeRepository(tx).find(nonce)
  return row === undefined || row.usedAt === null ? expired() : refused('This message has been used. Ask for a new one.')
}

export const walletService = ({ db, clock, limits, notifyUser, client, chainId, onChanged, onLinked }: WalletDeps) => ({
  challenge: async (asker: ChallengeOwner, origin: SigningOrigin, address: string): Promise<string> => {
    await limits.demand([LIMITS.walletChallenge, asker.userId])
    const row = draftChallenge({ ...asker, ...origin, address, chainId: chainId(), now: clock.now() })
    await challengeRepository(db).insert(row)
    return row.message
  },
  sweep: () => challengeRepository(db).deleteExpired(new Date(clock.now())),

  /** @throws AppError rate_limited, rule_broken, challenge_expired, conflict, unavailable */
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
        await notifyUser(tx, userId, 'walletLinked')
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

  unlink: async (userId: string, given: string): Promise<string> => {
    const address = given.toLowerCase()
    await lockingUser(db, userId, async (tx) => {
      await linkedWallets(tx).unlink({ userId, address, at: new Date(clock.now()) })
      await notifyUser(tx, userId, 'walletUnlinked')
    })
    onChanged(userId)
    return address
  },
})

/** Untrusted input. */
type SignedMessage = { readonly message: string; readonly signature: Hex; readonly address: Address; readonly now: number }

/** r, s and v: used by keys and by some contract wallets. */
const KEY_SIGNATURE_BYTES = 65
/** The EIP-6492 verifier reads a marker from the last 32 bytes and fails on shorter signatures. */
const MARK_BYTES = 32
const contractSignature = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const IS_VALID = '0x1626ba7e'

/** By key, by contract (EIP-1271) or by an undeployed contract (EIP-6492). @throws AppError unavailable */
async function isSignedBy(client: PublicClient, { message, signature, address, now }: SignedMessage): Promise<boolean> {
  if (size(signature) === KEY_SIGNATURE_BYTES && (await isSignedByKey({ message, signature, address }))) return true
  return orUnavailable(async () => {
    const isSigned =
      size(signature) < MARK_BYTES
        ? isSignedByContract(client, { message, signature, address })
        : client.verifySiweMessage({ message, signature, address, time: new Date(now) })
    if (await isSigned) return true
    // viem also returns false if no node responded.
    await client.getBlockNumber({ cacheTime: 0 })
    return false
  })
}

/** EIP-1271 for signatures of any length: a Safe that approved on chain has an empty one. */
async function isSignedByContract(
  client: PublicClient,
  { message, signature, address }: Pick<SignedMessage, 'message' | 'signature' | 'address'>,
): Promise<boolean> {
  try {
    const args = [hashMessage(message), signature] as const
    return (await client.readContract({ address, abi: contractSignature, functionName: 'isValidSignature', args })) === IS_VALID
  } catch (error) {
    // Reverted or no contract. The caller checks whether a node responded at all.
    if (error instanceof ContractFunctionExecutionError) return false
    throw error
  }
}

async function isSignedByKey(signed: Pick<SignedMessage, 'message' | 'signature' | 'address'>): Promise<boolean> {
  try {
    return await verifyMessage(signed)
  } catch {
    return false
  }
}

const CHALLENGE_MS = 10 * MINUTE_MS

type ChallengeOwner = { readonly userId: string; readonly email: string }

type Draft = ChallengeOwner & SigningOrigin & { readonly address: string; readonly chainId: number; readonly now: number }

/** @throws AppError rule_broken if the server's host name is not allowed in an EIP-4361 message */
function draftChallenge({ userId, email, domain, uri, address, chainId, now }: Draft): Omit<ChallengeRow, 'usedAt'> {
  const nonce = randomBytes(16).toString('hex')
  const [createdAt, expiresAt] = [new Date(now), new Date(now + CHALLENGE_MS)]
  try {
    const message = createSiweMessage({
      address: getAddress(address.toLowerCase()),
      chainId,
      domain,
      uri,
      nonce,
      version: '1',
      issuedAt: createdAt,
      expirationTime: expiresAt,
      statement: `Link this wallet to the Aerie account of ${shownEmail(email)}. This moves no funds and costs nothing.`,
      resources: [resourceOf(userId)],
    })
    return { nonce, userId, message, createdAt, expiresAt }
  } catch (cause) {
    throw cannotSignAt(domain, 'messages for wallets cannot name such a place', cause)
  }
}

const resourceOf = (userId: string): string => `urn:uuid:${userId}`

/** EIP-4361 allows fewer characters than e-mail addresses. */
const shownEmail = (email: string): string => email.replaceAll(/[^\w.~:/?#[\]@!$&'()*+,;=-]/g, '?')

type SignedChallenge = {
  readonly message: string
  readonly userId: string
  readonly origin: SigningOrigin
  readonly chainId: number
  readonly now: number
  readonly find: (nonce: string) => Promise<ChallengeRow | undefined>
}

/** Accepts unmodified, unused, unexpired challenges of this user, origin and chain; does not verify the signature. */
async function readChallenge(presented: SignedChallenge): Promise<{ readonly address: Address; readonly nonce: string }> {
  const { message, userId, origin, chainId, now, find } = presented
  const parsed = parseSiweMessage(message)
  if (parsed.address === undefined || parsed.nonce === undefined) throw refused('This is not a message that was asked for here.')
  if (parsed.domain !== origin.domain || hostOf(parsed.uri) !== origin.domain) throw refused('This message is for another site.')
  if (parsed.chainId !== chainId) throw refused('This message is for another chain.')
  if (!parsed.resources?.includes(resourceOf(userId))) throw refused('This message is for another account.')
  // Uses the message's own time: the row of an old challenge is deleted.
  if (parsed.expirationTime !== undefined && parsed.expirationTime.getTime() <= now) throw expired()
  const row = await find(parsed.nonce)
  if (row === undefined || row.userId !== userId || row.message !== message)
    throw refused('This message was not asked for by this account. Ask for a new one.')
  if (row.usedAt !== null) throw refused('This message has been used. Ask for a new one.')
  if (row.expiresAt.getTime() <= now) throw expired()
  return { address: parsed.address, nonce: parsed.nonce }
}

const hostOf = (uri: string | undefined): string | undefined => (uri !== undefined && URL.canParse(uri) ? new URL(uri).host : undefined)

const expired = (): AppError => new AppError('challenge_expired', { detail: 'This message has expired. Request a new one.' })
const refused = (detail: string): AppError => new AppError('rule_broken', { detail })

type ChallengeRow = typeof walletChallenges.$inferSelect

const challengeRepository = (db: Db) => ({
  insert: async (row: typeof walletChallenges.$inferInsert): Promise<void> => {
    await db.insert(walletChallenges).values(row)
  },
  find: async (nonce: string): Promise<ChallengeRow | undefined> =>
    (await db.select().from(walletChallenges).where(eq(walletChallenges.nonce, nonce)))[0],
  use: async (nonce: string, at: Date): Promise<boolean> => {
    const used = await db
      .update(walletChallenges)
      .set({ usedAt: at })
      .where(and(eq(walletChallenges.nonce, nonce), isNull(walletChallenges.usedAt), gt(walletChallenges.expiresAt, at)))
      .returning({ nonce: walletChallenges.nonce })
    return used.length === 1
  },
  deleteExpired: async (before: Date): Promise<void> => {
    await db.delete(walletChallenges).where(lte(walletChallenges.expiresAt, before))
  },
})
