import type { AnvilProcess } from './anvil-process.ts'
import { ChainTrouble } from './chain-trouble.ts'
import { latestBlock } from './node-requests.ts'
import { type SavedChain, savedCopies, setAside } from './state-file.ts'

type Options = {
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly begin: () => Promise<AnvilProcess>
}

/** A node that holds the newest whole copy; `chain` is undefined for a new chain. */
type Restored = { readonly node: AnvilProcess; readonly chain: SavedChain | undefined; readonly notice: string | undefined }

/**
 * Starts a node with the newest copy that can be used. A copy that cannot is kept beside, and said; where there are copies
 * and none can be used, nothing is started over.
 *
 * @throws ChainTrouble
 */
export async function restoreChain({ folder, now, begin }: Options): Promise<Restored> {
  const copies = savedCopies(folder)
  if (copies.length === 0) return { node: await begin(), chain: undefined, notice: undefined }
  const damaged: string[] = []
  for (const copy of copies) {
    const node = 'chain' in copy ? await begunWith(copy.chain, begin, now) : undefined
    if (node !== undefined && 'chain' in copy) {
      const aside = damaged.map((file) => setAside(folder, file, now))
      return { node, chain: copy.chain, notice: aside.length === 0 ? undefined : noticeOf(copy.chain, aside) }
    }
    damaged.push(copy.file)
  }
  throw new ChainTrouble(
    `no saved copy of the local chain can be used (${damaged.join(', ')} in ${folder}): put a backup there, or move the folder away to begin a new chain`,
  )
}

const noticeOf = ({ block, savedAt }: SavedChain, aside: readonly string[]): string =>
  `the newest copy of the local chain could not be used and is kept as ${aside.join(', ')}; the one before it, of block ${block}, saved ${new Date(savedAt).toISOString()}, was loaded: what came after it is lost`

/** A node with this chain in it; undefined where it cannot be loaded. */
async function begunWith(chain: SavedChain, begin: () => Promise<AnvilProcess>, now: number): Promise<AnvilProcess | undefined> {
  const node = await begin()
  const { result } = await node.ask('anvil_loadState', [chain.state])
  const head = await latestBlock(node.request)
  if (result === true && head.number === chain.block) {
    await keepTimeGoingOn(node.request, head.timestamp, now)
    return node
  }
  await node.stop()
  return undefined
}

/**
 * The node's clock is the machine's. Where the newest block is ahead of that (a clock that was set back, or time that a
 * test moved on), the chain's goes on from there: contracts rely on time that never runs backwards.
 */
async function keepTimeGoingOn(request: AnvilProcess['request'], newest: number, now: number): Promise<void> {
  if (newest * 1_000 > now) await request('evm_setTime', [newest + 1])
}
