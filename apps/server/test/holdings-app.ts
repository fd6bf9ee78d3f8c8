import { mkdtempSync, rmSync } from 'node:fs'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { systemClock } from '@aerie/core/time'
import type { Notice } from '@aerie/wire/notices'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { encodeFunctionData, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { chainModule } from '../src/areas/membership/chain/chain-module.ts'
import { holdingsModule } from '../src/areas/membership/holdings/holdings-module.ts'
import { parseConfig } from '../src/config.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { createHealthRegistry } from '../src/platform/health/health-registry.ts'
import { accountApp } from './account-app.ts'

const RPC = '/api/v1/chain/rpc'
export const HOST = 'localhost:4921'
/** Generous, as a busy machine must not look like a hanging node; tests of hanging nodes pass less. */
const PATIENT_MS = 60_000

/** Routes of accounts, chain and holdings. Uses the local chain unless settings name another. Starts nothing by itself. */
export async function holdingsApp(env: Readonly<Record<string, string>> = {}, patienceMs = PATIENT_MS) {
  const accounts = await accountApp()
  const { app, db, clock, module: users } = accounts
  // The chain uses the machine's clock.
  clock.advance(systemClock.now() - clock.now())
  const dataDir = mkdtempSync('/tmp/aerie-holdings-')
  const logger = pino({ level: 'silent' })
  const health = createHealthRegistry([])
  const { linkedAmong, isWalletLinked } = users
  const config = parseConfig({ DATA_DIR: dataDir, ...env })
  const duties = openDuties({ pool: db.$client })
  const chain = chainModule({ config, db, duties, clock, logger, health, linkedAmong, isWalletLinked })
  await app.register(chain.routes)
  const notices: (Notice & { user: string })[] = []
  const metrics = new Registry()
  const holdings = holdingsModule({
    db,
    duties,
    clock,
    logger,
    metrics,
    chain,
    users,
    listening: { publicUrl: undefined, host: config.HOST, port: config.PORT },
    notify: (user, notice) => void notices.push({ user, ...notice }),
    patienceMs,
  })
  await app.register(holdings.routes)

  const rpc = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const answer = await app.inject({ method: 'POST', url: RPC, payload: { jsonrpc: '2.0', id: 1, method, params } })
    const { result, error } = answer.json<{ result?: unknown; error?: { message: string } }>()
    if (error !== undefined) throw new Error(error.message)
    return result
  }
  /** At the usual host, or at another that the path begins with: `//other.example/wallets`. */
  const call = (method: 'GET' | 'POST' | 'DELETE', to: string, token: string, body?: object) => {
    const [, host = HOST, path] = /^(?:\/\/([^/]+))?(.*)$/.exec(to) ?? []
    return app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}`, host },
      ...(body && { payload: body }),
    })
  }
  const challenge = async (token: string, address: string): Promise<string> =>
    (await call('POST', '/wallets/challenge', token, { address })).json<{ data: { message: string } }>().data.message
  const sendAs = async (by: PrivateKeyAccount, to: Hex | undefined, data: Hex): Promise<Hex> => {
    const nonce = Number(await rpc('eth_getTransactionCount', [by.address, 'latest']))
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 900_000n }
    const chainId = Number(await rpc('eth_chainId'))
    const signed = await by.signTransaction({ type: 'eip1559', chainId, nonce, ...(to && { to }), data, ...fees })
    return (await rpc('eth_sendRawTransaction', [signed])) as Hex
  }

  return {
    ...accounts,
    chain,
    holdings,
    metrics,
    notices,
    health,
    rpc,
    call,
    challenge,
    sendAs,
    transfer: (by: PrivateKeyAccount, to: string, amount: bigint): Promise<Hex> =>
      sendAs(
        by,
        chain.facts().contracts.token,
        encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [to as Hex, amount] }),
      ),
    link: async (token: string, by: PrivateKeyAccount) => {
      const message = await challenge(token, by.address)
      return call('POST', '/wallets', token, { message, signature: await by.signMessage({ message }) })
    },
    fund: (token: string, address: string, key: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/chain/test-funds',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        payload: { address },
      }),
    close: async () => {
      await holdings.stop()
      await chain.stop()
      await accounts.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export type HoldingsApp = Awaited<ReturnType<typeof holdingsApp>>
