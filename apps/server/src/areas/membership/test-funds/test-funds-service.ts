import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { testUsdcAbi } from '@aerie/chain/abi/test-usdc'
import { hexOf } from '@aerie/chain/hex'
import { itemAt } from '@aerie/core/item-at'
import { type Clock, DAY_MS } from '@aerie/core/time'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { encodeFunctionData, RpcRequestError } from 'viem'
import * as z from 'zod/mini'
import type { LocalChain } from '../../../ops/chain-node/local-chain.ts'
import { LOCAL_OWNER, OWNER_GAS, OwnerCallReverted, sendAsOwner } from '../../../ops/chain-node/local-owner.ts'
import { ChainTrouble } from '../../../ops/chain-node/node-requests.ts'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type GrantRow, grantRepository } from '../indexer/event-repository.ts'

/** Amounts per request in base units: 10 ETH, 25,000 AERIE, 1,000 USDC, all without value. */
export const TEST_FUNDS = { eth: 10n * 10n ** 18n, token: 25_000n * 10n ** 18n, usdc: 1_000n * 10n ** 6n } as const
const MAX_A_DAY = 5

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly local: Pick<LocalChain, 'request' | 'flush' | 'deployment'>
  readonly stream: () => number | undefined
  readonly isWalletLinked: (userId: string, address: string) => Promise<boolean>
}
type GrantRequest = { readonly userId: string; readonly key: string; readonly account: string }

export type TestFundsService = ReturnType<typeof testFundsService>

/**
 * Grants test funds, one at a time. Each grant is stored with its nonces before it is sent, so a retry after a crash sends nothing twice.
 */
export function testFundsService({ db, clock, local, stream, isWalletLinked }: Deps) {
  const grants = grantRepository(db)
  const turns = serialQueue()

  const finish = async (grant: GrantRow): Promise<readonly string[]> => {
    const transactions = await sendGrant(local, grant)
    await grants.finish(grant, transactions)
    return transactions
  }
  const repeat = async (known: GrantRow, asked: GrantRequest): Promise<readonly string[]> => {
    if (known.account !== asked.account) throw new AppError('conflict', { detail: 'This Idempotency-Key was used for another wallet.' })
    return whole(known.transactions ?? (await finish(known)))
  }
  const refuseTooMany = async (id: number, userId: string): Promise<void> => {
    const given = await grants.since(id, userId, new Date(clock.now() - DAY_MS))
    if (given.length < MAX_A_DAY) return
    const freeAt = itemAt(given, 0).askedAt.getTime() + DAY_MS // not empty: has reached the limit
    throw new AppError('rate_limited', {
      detail: `You can get test funds ${MAX_A_DAY} times a day.`,
      retryAfterSeconds: Math.ceil((freeAt - clock.now()) / 1_000),
    })
  }
  const give = async (asked: GrantRequest): Promise<readonly string[]> => {
    const id = stream()
    if (id === undefined) throw new ChainTrouble('the local chain is not up')
    const known = await grants.find(id, asked)
    if (known !== undefined) return repeat(known, asked)
    for (const open of await grants.unfinished(id)) await finish(open)
    await refuseTooMany(id, asked.userId)
    await requireWhole(local, asked.account)
    return whole(await finish(await grants.insert({ stream: id, ...asked, nonce: await nextNonce(local), askedAt: new Date(clock.now()) })))
  }

  return {
    /**
     * Resolves with the mined and saved transaction hashes. @throws AppError wallet_not_linked, conflict, rule_broken, rate_limited;
     * ChainTrouble
     */
    give: async ({ userId, key, address }: { userId: string; key: string; address: string }): Promise<readonly string[]> => {
      if (!(await isWalletLinked(userId, address))) throw new AppError('wallet_not_linked')
      return turns.run(() => give({ userId, key, account: address.toLowerCase() }))
    },
  }
}

type Local = Deps['local']

const nextNonce = async ({ request }: Local): Promise<number> => Number(await request('eth_getTransactionCount', [LOCAL_OWNER, 'latest']))

const NO_ETHER = 'This wallet is a contract that does not accept ETH, so it cannot get test funds. Link another wallet.'
const NONE_LEFT = 'The local chain has no test funds left.'
const IN_PART = 'Only part of the test funds could be added; the chain rejected the rest.'

const refusal = (detail: string) => new AppError('rule_broken', { detail })

/** @throws AppError rule_broken if the chain refused a part; the same for every retry with this key */
function whole(transactions: readonly string[]): readonly string[] {
  if (transactions.length === 0) throw refusal(NO_ETHER)
  if (transactions.length < KINDS) throw refusal(IN_PART)
  return transactions
}

const hex = (value: bigint): string => `0x${value.toString(16)}`

/** Simulates all transactions first, so that no grant is sent in part. @throws AppError rule_broken */
async function requireWhole(local: Local, account: string): Promise<void> {
  for (const [index, { to, value = 0n, data }] of transactionsOf(local, account).entries()) {
    const call = { from: LOCAL_OWNER, to, value: hex(value), gas: hex(OWNER_GAS), ...(data && { data }) }
    try {
      await local.request('eth_call', [call, 'latest'])
    } catch (error) {
      if (!(error instanceof RpcRequestError)) throw error
      throw refusal(index === 0 ? NO_ETHER : NONE_LEFT)
    }
  }
}

/** Sends the missing transactions of a grant up to the first refusal, then flushes to disk. A refused nonce is used up, so no retry. */
async function sendGrant(local: Local, { account, nonce }: GrantRow): Promise<string[]> {
  const transactions: string[] = []
  try {
    for (const [index, transaction] of transactionsOf(local, account).entries())
      transactions.push(await sendOnce(local, nonce + index, transaction))
  } catch (error) {
    if (!(error instanceof OwnerCallReverted)) throw error
  }
  await local.flush()
  return transactions
}

const KINDS = 3
type Transaction = { readonly to: string; readonly value?: bigint; readonly data?: string }

/** Idempotent: a transaction is mined at most once under its nonce. */
async function sendOnce(local: Local, nonce: number, transaction: Transaction): Promise<string> {
  if ((await nextNonce(local)) <= nonce) return (await sendAsOwner(local.request, { ...transaction, nonce })).transactionHash
  const mined = await local.request('eth_getTransactionBySenderAndNonce', [LOCAL_OWNER, `0x${nonce.toString(16)}`])
  const { hash } = z.parse(z.object({ hash: z.string() }), mined)
  const { status } = z.parse(z.object({ status: z.string() }), await local.request('eth_getTransactionReceipt', [hash]))
  if (status !== '0x1') throw new OwnerCallReverted()
  return hash
}

function transactionsOf({ deployment }: Local, account: string): Transaction[] {
  if (deployment === undefined) throw new ChainTrouble('the local chain is not up')
  const { token, usdc } = deployment.contracts
  const to = hexOf(account)
  return [
    { to, value: TEST_FUNDS.eth },
    { to: token, data: encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [to, TEST_FUNDS.token] }) },
    { to: usdc, data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [to, TEST_FUNDS.usdc] }) },
  ]
}
