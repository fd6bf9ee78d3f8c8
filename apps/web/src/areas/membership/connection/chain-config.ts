import { type ChainInfo, getConfig, type PublicConfig } from '@aerie/wire/server-info'
import { api } from '../../../platform/api/api.ts'

/** Cached, except failures and responses while the local chain is still starting. @throws ApiError */
export const readChainConfig = createConfigReader()

function createConfigReader(): () => Promise<PublicConfig> {
  let asked: Promise<PublicConfig> | undefined
  const read = async (): Promise<PublicConfig> => {
    let isFinal = false
    try {
      const config = await api(getConfig, { anonymous: true })
      isFinal = !isStarting(config)
      return config
    } finally {
      if (!isFinal) asked = undefined
    }
  }
  return () => {
    asked ??= read()
    return asked
  }
}

const isStarting = ({ chain, contracts }: PublicConfig): boolean => chain?.is_local === true && Object.keys(contracts).length === 0

/** Absolute RPC URL for external wallets and readers; null if wallets bring their own. */
export const rpcUrl = ({ rpc }: ChainInfo, origin: string = location.origin): string | null =>
  rpc === null ? null : new URL(rpc, origin).href
