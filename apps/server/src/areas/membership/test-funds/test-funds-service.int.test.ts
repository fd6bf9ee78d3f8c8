import { randomUUID } from 'node:crypto'
import { systemClock } from '@aerie/core/time'
import { RpcRequestError } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { streamRepository } from '../indexer/event-repository.ts'
import { testFundsService } from './test-funds-service.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const contracts = { token: address('1'), staking: address('2'), vesting: address('3'), subscriptions: address('4'), utils: address('5') }
const deployment = { build: '', block: 1, contracts: { ...contracts, usdc: address('6') } }
const WALLET = address('a')

let database: Awaited<ReturnType<typeof testDatabase>>
let stream: number
let userId: string
beforeAll(async () => {
  database = await testDatabase()
  stream = (await streamRepository(database.db).openStream('local:test', 0)).id
})
afterAll(() => database.close())

/** A node that mines each nonce once. Transactions to `refuses` revert; `foresees`: eth_call reports the revert beforehand. */
function fakeNode(refuses: string, foresees: boolean) {
  const mined: { to: string; status: string }[] = []
  const hash = (nonce: number) => `0x${String(nonce)}`
  const request = async (method: string, [first]: readonly unknown[] = []): Promise<unknown> => {
    const call: { to: string } = Object(first)
    if (method === 'eth_getTransactionCount') return mined.length
    if (method === 'eth_call' && foresees && call.to === refuses)
      throw new RpcRequestError({ body: {}, error: { code: 3, message: 'execution reverted' }, url: 'http://node' })
    if (method !== 'eth_sendTransactionSync') return '0x'
    const status = call.to === refuses ? '0x0' : '0x1'
    mined.push({ to: call.to, status })
    return { status, blockNumber: '0x1', transactionHash: hash(mined.length - 1) }
  }
  return { mined, local: { request, flush: async () => undefined, deployment } }
}

const serviceOver = ({ local }: ReturnType<typeof fakeNode>) =>
  testFundsService({ db: database.db, clock: systemClock, local, stream: () => stream, isWalletLinked: async () => true })
const outcomeOf = (asking: Promise<readonly string[]>) => asking.catch((error: { code: string; detail: string }) => error)

beforeEach(async () => {
  userId = randomUUID()
  const at = new Date()
  const person = { passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at }
  await database.db.insert(users).values({ id: userId, email: `${userId}@example.com`, ...person })
})

describe('test funds for a wallet that rejects ETH', () => {
  it('are refused before anything is sent, always for the same reason', async () => {
    const node = fakeNode(WALLET, true)
    const { give } = serviceOver(node)
    for (const key of ['one', 'one', 'two'])
      expect(await outcomeOf(give({ userId, key, address: WALLET }))).toMatchObject({
        code: 'rule_broken',
        detail: expect.stringMatching(/does not accept ETH.*cannot get test funds/),
      })
    expect(node.mined).toEqual([])
  })

  it('fail likewise when only the chain reveals it: no tokens without the ETH, no retry, and others continue', async () => {
    const node = fakeNode(WALLET, false)
    const { give } = serviceOver(node)
    for (let time = 0; time < 2; time += 1)
      expect(await outcomeOf(give({ userId, key: 'one', address: WALLET }))).toMatchObject({ code: 'rule_broken' })
    expect(node.mined).toEqual([{ to: WALLET, status: '0x0' }])
    expect(await give({ userId, key: 'other', address: address('b') })).toHaveLength(3)
  })
})

it('are sent partially once, and reported as partial, when the treasury fails midway', async () => {
  const node = fakeNode(contracts.token, false)
  const { give } = serviceOver(node)
  for (let time = 0; time < 2; time += 1)
    expect(await outcomeOf(give({ userId, key: 'one', address: WALLET }))).toMatchObject({
      code: 'rule_broken',
      detail: expect.stringContaining('Only part of the test funds could be added'),
    })
  expect(node.mined.map(({ to }) => to)).toEqual([WALLET, contracts.token])
})
