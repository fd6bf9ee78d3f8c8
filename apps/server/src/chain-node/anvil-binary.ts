import { createRequire } from 'node:module'
import { ChainTrouble } from './chain-trouble.ts'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The packaged node of this machine. The binary itself and not npm's wrapper: killing the wrapper would leave it behind.
 *
 * @throws ChainTrouble where there is none for this machine
 */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  try {
    const require = createRequire(import.meta.url)
    return createRequire(require.resolve('@foundry-rs/anvil/package.json')).resolve(`${name}/bin/anvil`)
  } catch (error) {
    throw new ChainTrouble(`there is no packaged chain for this machine (${name}): run npm install, or set CHAIN_RPC_URL`, { cause: error })
  }
}
