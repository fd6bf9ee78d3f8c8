import { parseArgs } from 'node:util'
import { BASE_CHAIN_ID, type ChainDescription, describeChain, LOCAL_CHAIN_ID } from '@aerie/chain/chains'
import type { Address, ContractName } from '@aerie/chain/contracts'
import { isAddress } from 'viem'
import * as z from 'zod/mini'
import { BASE_USDC } from '../../../areas/membership/index.ts'
import { address, urlsOf, wholeNumber } from '../../../config-fields.ts'
import { UsageError } from '../usage.ts'

const { optional } = z

/** Settings of an external chain. Contract addresses are optional, as a deployment creates them. */
const chainSettings = z.object({
  CHAIN_RPC_URL: urlsOf(['http', 'https', 'ws', 'wss']),
  CHAIN_ID: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  TOKEN_ADDRESS: optional(address),
  STAKING_ADDRESS: optional(address),
  VESTING_ADDRESS: optional(address),
  SUBSCRIPTIONS_ADDRESS: optional(address),
  UTILS_ADDRESS: optional(address),
  USDC_ADDRESS: optional(address),
})

const SETTING_OF = {
  token: 'TOKEN_ADDRESS',
  staking: 'STAKING_ADDRESS',
  vesting: 'VESTING_ADDRESS',
  subscriptions: 'SUBSCRIPTIONS_ADDRESS',
  utils: 'UTILS_ADDRESS',
  usdc: 'USDC_ADDRESS',
} as const satisfies Record<ContractName, string>

export type ChainSettings = {
  readonly urls: readonly string[]
  readonly chain: ChainDescription
  readonly contract: (name: ContractName) => Address
}

export function readChainSettings(env: Readonly<Record<string, string | undefined>>): ChainSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(chainSettings, given)
  if (!parsed.success) throw new UsageError(wrongSetting(parsed.error))
  const id = parsed.data.CHAIN_ID ?? BASE_CHAIN_ID
  if (id === LOCAL_CHAIN_ID) throw new UsageError(`CHAIN_ID ${LOCAL_CHAIN_ID} is the local chain's: it makes its own contracts.`)
  return {
    urls: parsed.data.CHAIN_RPC_URL,
    chain: describeChain(id),
    contract: (name) => {
      const setting = SETTING_OF[name]
      const found = parsed.data[setting] ?? (name === 'usdc' && id === BASE_CHAIN_ID ? BASE_USDC : undefined)
      if (found === undefined || !isAddress(found, { strict: false })) throw new UsageError(`The setting ${setting} is missing.`)
      return found
    },
  }
}

/** Never echo the value: a node's URL may contain a key. */
function wrongSetting({ issues }: z.core.$ZodError): string {
  const [issue] = issues
  const name = String(issue?.path[0])
  return issue?.code === 'invalid_type'
    ? `The setting ${name} is missing: it names the chain's node.`
    : `The setting ${name} is not ${issue?.message}.`
}

export const CHAIN_USAGE = `Usage: npm run aerie -- admin chain …, on the chain of CHAIN_RPC_URL and CHAIN_ID (8453, Base, where it is not set)

  admin chain deploy --unbonding-days N [--owner ADDRESS]
                                        token, vesting, subscriptions, staking, utils; prints the settings that name them
  admin chain fund TOKENS DAYS          streams rewards to those who stake, from now on
  admin chain plan claw|IPC PRICE|off   USDC for 30 days; off: no longer sold
  admin chain grant ADDRESS TOKENS DAYS --start DATE [--cliff-days N]
                                        vesting; it cannot be taken back

  --key-file FILE [--passphrase-file FILE]
                                        a JSON keystore or a private key, readable by you alone; the passphrase is asked for
  --signer-url URL --from ADDRESS       a hardware signer's bridge or a wallet: eth_accounts, eth_sendTransaction
  --dry-run                             prints what would be sent, and sends nothing; --from ADDRESS is enough for it
  --yes                                 does not ask before it sends
  --max-fee-gwei N                      most for a unit of gas, 50 where it is not said
  --wait-seconds N                      how long each transaction is waited for, 180 where it is not said
  --abandon                             gives up an operation that was begun; what was sent stays sent
  --by NAME                             who you are, for the log

An operation that was interrupted goes on where it was, by the same command. Nothing is sent twice.`

const OPTIONS = {
  owner: { type: 'string' },
  'unbonding-days': { type: 'string' },
  'cliff-days': { type: 'string' },
  start: { type: 'string' },
  'key-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
  'signer-url': { type: 'string' },
  from: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  'max-fee-gwei': { type: 'string' },
  'wait-seconds': { type: 'string' },
  abandon: { type: 'boolean' },
  by: { type: 'string' },
} as const

export function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    if (error instanceof TypeError) throw misuse(error.message)
    throw error
  }
}
export type ChainFlags = ReturnType<typeof readFlags>['values']

export const misuse = (message: string): UsageError => new UsageError(message, CHAIN_USAGE)
