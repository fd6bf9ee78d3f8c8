import { BASE_CHAIN_ID, type ChainDescription, describeChain, LOCAL_CHAIN_ID } from '@aerie/chain/chains'
import type { Address, ContractAddresses } from '@aerie/chain/contracts'
import type { ChainInfo } from '@aerie/wire/server-info'
import { callChain } from '@aerie/wire/staking'
import type { Config } from '../../../config.ts'

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
