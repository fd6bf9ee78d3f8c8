import { type ChainInfo, type PublicConfig, publicConfig } from '@aerie/wire/server-info'
import { api } from '../../lib/http/api.ts'

let asked: Promise<PublicConfig> | undefined

/**
 * What this server says of its chain and contracts. Asked once; a failure, and an answer in which the local chain is
 * still starting, is not kept.
 *
 * @throws ApiError
 */
export function readChainConfig(): Promise<PublicConfig> {
  asked ??= api.get('/config', publicConfig, { anonymous: true }).then(
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

/** Where a wallet or a reader outside this page reaches the chain: an absolute address; null where wallets bring theirs. */
export const rpcUrl = ({ rpc }: ChainInfo, origin: string = location.origin): string | null =>
  rpc === null ? null : new URL(rpc, origin).href
