import { parseArgs } from 'node:util'
import { UsageError } from '../usage.ts'

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
