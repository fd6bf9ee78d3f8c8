// @ts-check
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const PACKED = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.ico'])
/** Below this, a response's headers outweigh the savings. */
const WORTH_BYTES = 512

/**
 * Writes FILE.br and FILE.gz beside every text file of a folder, as small as they get, where that is smaller at all.
 *
 * @param {string} folder
 */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && PACKED.has(extname(entry.name)),
  )
  // zlib uses its own threads, so this uses every core.
  await Promise.all(files.map(({ parentPath, name }) => packFile(join(parentPath, name))))
}

/** @param {string} file */
async function packFile(file) {
  const body = readFileSync(file)
  if (body.length < WORTH_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body, { level: 9 })])
  if (br.length < body.length) writeFileSync(`${file}.br`, br)
  if (gz.length < body.length) writeFileSync(`${file}.gz`, gz)
}
