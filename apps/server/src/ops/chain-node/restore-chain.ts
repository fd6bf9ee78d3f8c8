import type { AnvilProcess } from './anvil-process.ts'
import { ChainTrouble, latestBlock } from './node-requests.ts'
import { type SavedChain, savedCopies, setAside } from './state-file.ts'

type Options = {
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly begin: () => Promise<AnvilProcess>
}

type Restored = { readonly node: AnvilProcess; readonly chain: SavedChain | undefined; readonly notice: string | undefined }

/** Unusable copies are set aside and reported; if all are unusable, no new chain is started. @throws ChainTrouble */
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

/** If the newest block is ahead of the machine's clock, chain time continues from it: contracts need monotonic time. */
async function keepTimeGoingOn(request: AnvilProcess['request'], newest: number, now: number): Promise<void> {
  if (newest * 1_000 > now) await request('evm_setTime', [newest + 1])
}
