import { BASE_CHAIN_ID, type ChainDescription, describeChain, LOCAL_CHAIN_ID } from '@aerie/chain/chains'
import type { Address, ContractAddresses } from '@aerie/chain/contracts'
import type { ChainInfo, Part } from '@aerie/wire/server-info'
import { callChain } from '@aerie/wire/staking'
import { BaseError, type PublicClient } from 'viem'
import type { Config } from '../../../config.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { urlsAsHosts } from '../../../platform/http/url-hosts.ts'

export type HostHealth = { readonly health: Part['health']; readonly detail: string }

export type StreamOrigin = { readonly key: string; readonly fromBlock: number }

export type ChainHost = {
  readonly chain: ChainDescription & { readonly isLocal: boolean }
  readonly client: PublicClient
  readonly contracts: () => ContractAddresses
  readonly origin: (isKnown: (key: string) => Promise<boolean>) => Promise<StreamOrigin>
  /** Newest final block; undefined if the node does not report one. */
  readonly safeBlock: () => Promise<number | undefined>
  /** Call before user-requested reads: the local chain mines blocks while in use. */
  readonly touch: () => void
  readonly everyMs: number
  readonly health: () => HostHealth
  readonly start: (listener: HostListener) => Promise<void>
  readonly stop: () => Promise<void>
}

export type HostListener = {
  readonly onNews: () => void
  readonly onHealth: () => void
}

const RETRY_AFTER_SECONDS = 5

/** Rethrows our own errors. @throws AppError unavailable */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isChainFault(error)) throw error
    throw new AppError('unavailable', {
      detail: 'The chain is not responding.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: withoutUrls(error),
    })
  }
}

/** For logging: viem's messages quote the request and the node's URL, which may contain a key. */
export function withoutUrls(error: unknown): Error {
  const text = error instanceof BaseError ? `${error.name}: ${error.shortMessage} ${error.details}` : String(error)
  return new Error(urlsAsHosts(text).slice(0, 500))
}

/** Compared by name: transports throw them wrapped or bare. */
const OWN_FAULTS = new Set(['ChainTrouble', 'EndpointRests'])

const isChainFault = (error: unknown): boolean => error instanceof BaseError || (error instanceof Error && OWN_FAULTS.has(error.name))

/** Circle's USDC on Base mainnet. Source: developers.circle.com/stablecoins/usdc-contract-addresses. */
export const BASE_USDC: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** `contracts` is empty while the local chain is starting. */
export type ChainFacts = ChainDescription & { readonly isLocal: boolean; readonly contracts: ContractAddresses }

export function chainOf(config: Pick<Config, 'CHAIN_RPC_URL' | 'CHAIN_ID'>): ChainDescription & { readonly isLocal: boolean } {
  const isLocal = config.CHAIN_RPC_URL === undefined
  return { ...describeChain(isLocal ? LOCAL_CHAIN_ID : (config.CHAIN_ID ?? BASE_CHAIN_ID)), isLocal }
}

export function configuredContracts(config: Config): ContractAddresses {
  const usdc = config.USDC_ADDRESS ?? (chainOf(config).id === BASE_CHAIN_ID ? BASE_USDC : undefined)
  const named = {
    token: config.TOKEN_ADDRESS,
    staking: config.STAKING_ADDRESS,
    vesting: config.VESTING_ADDRESS,
    subscriptions: config.SUBSCRIPTIONS_ADDRESS,
    utils: config.UTILS_ADDRESS,
    usdc,
  }
  return Object.fromEntries(Object.entries(named).filter(([, address]) => address !== undefined)) as ContractAddresses
}

export const chainInfoOf = ({ id, name, isLocal, explorer, nativeCurrency }: ChainFacts): ChainInfo => ({
  id,
  name,
  is_local: isLocal,
  rpc: isLocal ? `/api/v1${callChain.path}` : null,
  explorer,
  native_currency: nativeCurrency,
})
