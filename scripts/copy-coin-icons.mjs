// @ts-check
/**
 * Writes one logo for each coin of the catalogue into apps/web/public/coins. A maintainer runs it by hand when the
 * catalogue changes; its output is committed, so neither the build nor the product needs the icon set.
 *
 *   npm pack @web3icons/core@4.0.56 @web3icons/common@0.11.51   (in a scratch folder; unpack each)
 *   node scripts/copy-coin-icons.mjs CORE_FOLDER COMMON_FOLDER
 *   npx svgo@4 --precision 2 --multipass apps/web/public/coins
 *
 * Icons are found by CoinGecko id, never by symbol: symbols name several projects, and wrong logos follow. A coin
 * that the set does not have gets a monogram on its brand colour. The set is MIT; logos are trademarks of their projects.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { initials, monogram, roundIcon } from './coin-icons.mjs'

const root = join(import.meta.dirname, '..')
const out = join(root, 'apps/web/public/coins')
const [core, common] = process.argv.slice(2)
if (!core || !common) throw new Error('usage: node scripts/copy-coin-icons.mjs CORE_FOLDER COMMON_FOLDER')

/** @param {string} folder @param {string} file @returns {Promise<Record<string, any>>} */
const load = (folder, file) => import(pathToFileURL(resolve(folder, file)).href)
const { tokens } = await load(common, 'dist/metadata/tokens.js')
const { networks } = await load(common, 'dist/metadata/networks.js')

/** @type {Map<string, string>} CoinGecko id -> `token:NAME` or `network:name` */
const files = new Map()
for (const network of networks)
  if (network.nativeCoinId && !files.has(network.nativeCoinId)) files.set(network.nativeCoinId, network.filePath)
for (const token of tokens) files.set(token.id, token.filePath)

/** @param {string} id @returns {Promise<string | undefined>} */
async function iconOf(id) {
  const [kind, name] = files.get(id)?.split(':') ?? []
  for (const variant of ['background', 'branded']) {
    const file = `dist/svgs/${kind}s/${variant}/${name}.svg.js`
    if (kind && existsSync(resolve(String(core), file))) return (await load(String(core), file)).default
  }
  return undefined
}

/** @type {{ symbol: string, coingeckoId: string, color: string }[]} */
const coins = JSON.parse(readFileSync(join(root, 'packages/market/src/coins.json'), 'utf8'))
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const tickers = new Set(coins.map(({ symbol }) => symbol))
const without = []
for (const coin of coins) {
  const icon = await iconOf(coin.coingeckoId)
  if (icon === undefined) without.push(coin.symbol)
  writeFileSync(
    join(out, `${coin.symbol.toLowerCase()}.svg`),
    icon === undefined ? monogram(initials(coin.symbol, tickers), coin.color) : roundIcon(icon),
  )
}
console.log(`${coins.length - without.length} icons, ${without.length} monograms: ${without.join(' ')}`)
