import type { ContractAddresses } from '@aerie/chain/contracts'
import { WATCHED_EVENTS, type WatchedContract } from '@aerie/chain/watched-events'
import { recordKeys } from '@aerie/core/record-keys'
import { type Log, parseEventLogs } from 'viem'

export type ChainEvent = {
  readonly block: number
  readonly blockHash: string
  readonly transaction: string
  readonly logIndex: number
  readonly contract: WatchedContract
  readonly name: string
  /** Accounts concerned: lower case, unique, without the product's own contracts. */
  readonly accounts: readonly string[]
  /** Named as in the ABI; integers as decimal text, addresses in lower case. */
  readonly args: Readonly<Record<string, string | boolean>>
}

const CONCERNED = ['account', 'from', 'to', 'beneficiary', 'funder']
const NOBODY = `0x${'0'.repeat(40)}`

export const ALL_EVENTS = Object.values(WATCHED_EVENTS).flat()
const CONTRACTS = recordKeys(WATCHED_EVENTS)

export const watchedAddresses = (contracts: ContractAddresses): `0x${string}`[] => CONTRACTS.flatMap((name) => contracts[name] ?? [])

export function eventsOf(logs: readonly MinedLog[], contracts: ContractAddresses): ChainEvent[] {
  const nobodies = new Set([NOBODY, ...Object.values(contracts).map((address) => address.toLowerCase())])
  return logs.flatMap((log) => {
    const contract = CONTRACTS.find((name) => contracts[name]?.toLowerCase() === log.address.toLowerCase())
    if (contract === undefined || log.removed) return []
    const [event] = parseEventLogs({ abi: WATCHED_EVENTS[contract], logs: [log] })
    return event === undefined ? [] : [eventOf(log, contract, event, nobodies)]
  })
}

type Parsed = { readonly eventName: string; readonly args: object }

type MinedLog = Log<bigint, number, false>

function eventOf(log: MinedLog, contract: WatchedContract, { eventName, args: raw }: Parsed, nobodies: ReadonlySet<string>): ChainEvent {
  const args = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, plain(value)]))
  // `from` of a subscription is a timestamp, not an account.
  const accounts = CONCERNED.flatMap((name) => (isAccount(args[name]) ? [args[name]] : []))
  return {
    block: Number(log.blockNumber),
    blockHash: log.blockHash,
    transaction: log.transactionHash,
    logIndex: log.logIndex,
    contract,
    name: eventName,
    accounts: [...new Set(accounts)].filter((account) => !nobodies.has(account)),
    args,
  }
}

const isAccount = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)

const plain = (value: unknown): string | boolean => (typeof value === 'boolean' ? value : String(value).toLowerCase())
