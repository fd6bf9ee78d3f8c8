import { hexOf } from '@aerie/chain/hex'
import { GOLD_THRESHOLD, goldOf } from '@aerie/chain/membership'
import { type Clock, DAY_MS, HOUR_MS } from '@aerie/core/time'
import { coalesceByKey } from '@aerie/runtime/coalesce'
import type { TierStatus } from '@aerie/wire/account/wallets'
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { formatUnits } from 'viem'
import type { Database, Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { users, wallets } from '../../platform/db/schema/accounts.ts'
import { tierProofs } from '../../platform/db/schema/wallets.ts'
import { entitlementStore, linkedWallets } from '../account/index.ts'
import type { ChainModule } from './chain/chain-module.ts'
import { ANSWER_DEADLINE_MS, answerWithin } from './holdings/stale-while-revalidate.ts'

/** Validity of the last proof if no newer read succeeds. */
export const PROOF_VALID_MS = DAY_MS
const RENEW_AFTER_MS = 12 * HOUR_MS
const RENEWALS = 50

export type TierDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly chain: Pick<ChainModule, 'readers' | 'facts'>
  readonly onChanged: (userId: string) => void
  readonly onRead: (outcome: 'fresh' | 'failed') => void
  readonly onError: (error: unknown) => void
  readonly patienceMs?: number
}

type State = { readonly state: TierStatus['state']; readonly wallet: string | null; readonly proof: TierProof | undefined }
export type TierService = ReturnType<typeof tierService>

/** Based on the main wallet's holdings; the last proof is valid for a day if the chain cannot be read. */
export const tierService = (deps: TierDeps) => {
  const { db, clock, chain, patienceMs = ANSWER_DEADLINE_MS } = deps
  const owed = new Set<string>()
  const now = () => new Date(clock.now())
  const place = (): ProofContract => {
    const { id, contracts } = chain.facts()
    return { chainId: id, contract: contracts.utils?.toLowerCase() }
  }

  const look = async (userId: string): Promise<State> => {
    const wallet = await linkedWallets(db).mainOf(userId)
    if (wallet === undefined) return settle(userId, { state: 'none', wallet: null, proof: undefined })
    const proof = await readProof(deps, wallet, place())
    deps.onRead(proof === undefined ? 'failed' : 'fresh')
    if (proof === undefined) owed.add(userId)
    else owed.delete(userId)
    return settle(userId, proof === undefined ? await kept(wallet) : { state: 'fresh', wallet, proof })
  }
  const kept = (wallet: string) => keptState(deps, wallet, place())
  /** Stores the result, unless the main wallet has changed meanwhile. */
  const settle = async (userId: string, seen: State): Promise<State> => {
    const isChanged = await lockingUser(db, userId, async (tx) => {
      if (((await linkedWallets(tx).mainOf(userId)) ?? null) !== seen.wallet) return false
      if (seen.state === 'fresh' && seen.proof !== undefined) await proofRepository(tx).save(seen.proof)
      return entitlementStore(tx).setTier(userId, goldStatusOf(seen.proof), now())
    })
    if (isChanged) deps.onChanged(userId)
    return seen
  }
  const read = coalesceByKey(look)

  const refresh = async (userId: string): Promise<void> => {
    await read(userId).catch(deps.onError)
  }
  const lastRead = async (userId: string): Promise<State> => {
    const wallet = await linkedWallets(db).mainOf(userId)
    return wallet === undefined ? { state: 'none', wallet: null, proof: undefined } : kept(wallet)
  }
  return {
    /** Read from the chain if that succeeds in time; otherwise the last proof, with its age. */
    status: async (userId: string): Promise<TierStatus> => {
      const reading = read(userId)
      reading.catch(deps.onError)
      const seen = await answerWithin(reading, patienceMs)
      return statusOf(seen === 'late' ? await lastRead(userId) : seen)
    },
    refresh,
    sweep: async (): Promise<void> => {
      const at = place()
      const proofs = proofRepository(db)
      const due = await proofs.usersUnreadSince(new Date(clock.now() - RENEW_AFTER_MS), at, RENEWALS)
      for (const userId of new Set([...owed, ...due])) {
        owed.delete(userId)
        await refresh(userId)
        if (owed.has(userId)) break
      }
      for (const userId of await proofs.usersWithoutProofSince(new Date(clock.now() - PROOF_VALID_MS), at)) await refresh(userId)
    },
  }
}

async function keptState({ db, clock }: TierDeps, wallet: string, at: ProofContract): Promise<State> {
  const last = await proofRepository(db).find(wallet, at)
  const isValid = last !== undefined && clock.now() - last.provenAt.getTime() <= PROOF_VALID_MS
  return isValid ? { state: 'kept', wallet, proof: last } : { state: 'unknown', wallet, proof: undefined }
}

/** Undefined if the contract or the balance could not be read: an unknown balance must not remove a tier. */
async function readProof(
  { chain, clock, onError }: TierDeps,
  wallet: string,
  { chainId, contract }: ProofContract,
): Promise<TierProof | undefined> {
  if (contract === undefined) return undefined
  const account = hexOf(wallet)
  try {
    const [tier, balance] = await Promise.all([chain.readers.tier(account), chain.readers.balance(account)])
    if (!balance.isKnown) return undefined
    return {
      wallet,
      chainId,
      contract,
      tier: tier.tier,
      unstaked: String(balance.amount),
      staked: String(tier.staked),
      vested: String(tier.vested),
      block: Number(tier.at.number),
      provenAt: new Date(clock.now()),
    }
  } catch (error) {
    onError(error)
    return undefined
  }
}

const TOKEN_DECIMALS = 18

const goldOfProof = ({ unstaked, vested }: TierProof) => goldOf({ balance: BigInt(unstaked), vested: BigInt(vested) })

const goldStatusOf = (proof: TierProof | undefined) =>
  proof === undefined
    ? { isGold: false, vested: '0' }
    : { isGold: goldOfProof(proof).isGold, vested: formatUnits(BigInt(proof.vested), TOKEN_DECIMALS) }

function statusOf({ state, wallet, proof }: State): TierStatus {
  const need = String(GOLD_THRESHOLD)
  if (proof === undefined)
    return { state, wallet, gold: false, tier: null, amounts: null, have: null, need, block: null, proven_at: null, contract: null }
  const { unstaked, staked, vested, tier, block, provenAt, contract } = proof
  const { isGold, have } = goldOfProof(proof)
  const total = String(BigInt(unstaked) + BigInt(staked) + BigInt(vested))
  return {
    state,
    wallet,
    gold: isGold,
    tier,
    amounts: { unstaked, staked, vested, total },
    have: String(have),
    need,
    block,
    proven_at: provenAt.getTime(),
    contract,
  }
}

type TierProof = typeof tierProofs.$inferSelect
/** A proof is valid only for this contract and chain; any contract while the chain's are unknown. */
type ProofContract = Pick<TierProof, 'chainId'> & { readonly contract: string | undefined }

const isOf = ({ chainId, contract }: ProofContract) =>
  and(eq(tierProofs.chainId, chainId), contract === undefined ? undefined : eq(tierProofs.contract, contract))

const proofRepository = (db: Db) => ({
  find: async (wallet: string, place: ProofContract): Promise<TierProof | undefined> =>
    (
      await db
        .select()
        .from(tierProofs)
        .where(and(eq(tierProofs.wallet, wallet), isOf(place)))
    )[0],

  save: async (proof: TierProof): Promise<void> => {
    await db.insert(tierProofs).values(proof).onConflictDoUpdate({ target: tierProofs.wallet, set: proof })
  },

  usersUnreadSince: async (since: Date, place: ProofContract, limit: number): Promise<string[]> => {
    const rows = await db
      .select({ userId: wallets.userId })
      .from(wallets)
      .leftJoin(tierProofs, and(eq(tierProofs.wallet, wallets.address), isOf(place)))
      .where(and(wallets.isMain, or(isNull(tierProofs.wallet), lt(tierProofs.provenAt, since))))
      .orderBy(sql`${tierProofs.provenAt} nulls first`)
      .limit(limit)
    return rows.map(({ userId }) => userId)
  },

  usersWithoutProofSince: async (since: Date, place: ProofContract): Promise<string[]> => {
    const rows = await db
      .select({ id: users.id })
      .from(users)
      .leftJoin(wallets, and(eq(wallets.userId, users.id), wallets.isMain))
      .leftJoin(tierProofs, and(eq(tierProofs.wallet, wallets.address), isOf(place), gt(tierProofs.provenAt, since)))
      .where(and(or(users.goldTierHolder, ne(users.vestedAmount, '0')), isNull(tierProofs.wallet)))
    return rows.map(({ id }) => id)
  },
})
