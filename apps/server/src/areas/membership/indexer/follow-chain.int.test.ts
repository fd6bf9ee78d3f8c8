import { BASE_CHAIN_ID } from '@aerie/chain/chains'
import { systemClock } from '@aerie/core/time'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ADA, type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { type NodeProxy, nodeProxy } from '../../../../test/node-proxy.ts'
import { parseConfig } from '../../../config.ts'
import { DutyLost, demandTerm, openDuties } from '../../../platform/duties/duty.ts'
import { createHealthRegistry } from '../../../platform/health/health-registry.ts'
import { remoteHost } from '../chain/chain-module.ts'
import { ChainIndexer } from './chain-indexer.ts'
import { streamRepository } from './event-repository.ts'
import { followChain } from './follow-chain.ts'

let stage: ChainStage
let proxy: NodeProxy
let database: TestDatabase
const opened: { stop: () => Promise<void> }[] = []
beforeEach(async () => {
  ;[stage, database] = await Promise.all([chainStage(BASE_CHAIN_ID), testDatabase()])
  proxy = await nodeProxy(stage.node)
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop()
  await proxy.close()
  await Promise.all([stage.close(), database.close()])
})

const hostOf = () => {
  const { token, staking, vesting, subscriptions, utils, usdc } = stage.deployment.contracts
  const config = parseConfig({
    CHAIN_RPC_URL: proxy.url,

    CHAIN_FROM_BLOCK: String(stage.deployment.block),
    TOKEN_ADDRESS: token,
    STAKING_ADDRESS: staking,
    VESTING_ADDRESS: vesting,
    SUBSCRIPTIONS_ADDRESS: subscriptions,
    UTILS_ADDRESS: utils,
    USDC_ADDRESS: usdc,
  })
  return remoteHost({ config, urls: [proxy.url], clock: systemClock, print: () => undefined })
}

const linkedAmong = async (accounts: readonly string[]) => new Set(accounts)
function nodeOf(node: string) {
  const changes: string[] = []
  const health = createHealthRegistry([])
  const duties = openDuties({ pool: database.db.$client, node })
  const logger = pino({ level: 'silent' })
  const following = followChain({ db: database.db, duties, clock: systemClock, logger, health, linkedAmong }, hostOf())
  following.onChange(({ account }) => void changes.push(account))
  opened.push(following)
  return { following, changes, isReady: health.isReady }
}
const head = async () => ({ seen: await stage.head() })

it('reads the events in one process, shows how far in all, and goes on in another when the first stops', async () => {
  await stage.stake(ADA, 10n ** 18n)
  const first = nodeOf('first')
  await first.following.start()
  await vi.waitFor(async () => expect(first.following.heights()).toMatchObject(await head()), { timeout: 30_000 })
  expect(first.changes).toContain(ADA)
  const second = nodeOf('second')
  await second.following.start()
  await vi.waitFor(async () => expect(second.following.heights()).toMatchObject(await head()), { timeout: 30_000 })
  expect([second.changes, second.isReady(), second.following.stream()]).toEqual([[], true, first.following.stream()])
  await first.following.stop()
  await stage.stake(ADA, 10n ** 18n)
  await vi.waitFor(() => expect(second.changes).toContain(ADA), { timeout: 30_000 })
})

it('stores nothing under a term that has ended', async () => {
  const duties = openDuties({ pool: database.db.$client, node: 'paused' }).of('indexer')
  const term = (await duties.take()) ?? 0
  const stream = await streamRepository(database.db).openStream('fenced', stage.deployment.block)
  const host = hostOf()
  const indexer = new ChainIndexer({
    db: database.db,
    client: host.client,
    clock: systemClock,
    stream,
    contracts: host.contracts(),
    safeBlock: async () => undefined,
    isSteady: false,
    linkedAmong,
    onChange: () => expect.fail('nothing was stored'),
    fence: (tx) => demandTerm(tx, { name: 'indexer', term }),
  })
  await duties.release(term)
  await openDuties({ pool: database.db.$client, node: 'next' }).of('indexer').take()
  await expect(indexer.look()).rejects.toBeInstanceOf(DutyLost)
  expect(await streamRepository(database.db).openStream('fenced', 0)).toMatchObject({ seen: stage.deployment.block - 1 })
})
