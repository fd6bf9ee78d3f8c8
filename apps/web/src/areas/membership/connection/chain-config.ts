import { type ChainInfo, getConfig, type PublicConfig } from '@aerie/wire/server-info'
import { api } from '../../../platform/api/api.ts'

let asked: Promise<PublicConfig> | undefined

/** Cached, except failures and responses while the local chain is still starting. @throws ApiError */
export function readChainConfig(): Promise<PublicConfig> {
  asked ??= api(getConfig, { anonymous: true }).then(
    (config) => {
      if (isStarting(config)) asked = undefined
      return config
    },
    (error: unknown) => {
      asked = undefined
      throw error
    },
  )
  return asked
}

const isStarting = ({ chain, contracts }: PublicConfig): boolean => chain?.is_local === true && Object.keys(contracts).length === 0

/** Absolute RPC URL for external wallets and readers; null if wallets bring their own. */
export const rpcUrl = ({ rpc }: ChainInfo, origin: string = location.origin): string | null =>
  rpc === null ? null : new URL(rpc, origin).href
