// @ts-check
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' })

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/**
 * The binary itself: a killed npm wrapper would leave it running.
 * @throws Error if @foundry-rs has none for this machine
 */
export function forgeBinary() {
  const platform = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  return require.resolve(`@foundry-rs/forge-${platform}/bin/forge${process.platform === 'win32' ? '.exe' : ''}`)
}

/** Forge must never access the network. */
export const forgeEnvironment = () => ({ ...process.env, FOUNDRY_CONFIG: `${ROOT}/contracts/foundry.toml`, NO_COLOR: '1' })
