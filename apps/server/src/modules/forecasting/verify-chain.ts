import type { ChainCheck } from '@aerie/wire/market/forecasts'
import type { Db } from '../../db/client.ts'
import { GENESIS } from './forecast-chain.ts'
import { forecastRepository } from './forecast-repository.ts'
import { recordRepository } from './record-repository.ts'

const PAGE = 5_000

/** Makes every hash of a source's chain again, page by page, and compares its end with the head that was noted. */
export async function verifyChain(db: Db, sourceId: string): Promise<ChainCheck> {
  const records = recordRepository(db)
  const chain = await forecastRepository(db).findChain(sourceId)
  if (chain === undefined) return { intact: true, length: 0, head: GENESIS.toString('hex'), broken_at: null }
  const result = (brokenAt: number | null): ChainCheck => ({
    intact: brokenAt === null,
    length: chain.length,
    head: chain.head.toString('hex'),
    broken_at: brokenAt,
  })
  let prevHash = GENESIS
  // What is issued while we read is beyond the head that we compare with.
  for (let afterSeq = 0; afterSeq < chain.length; afterSeq += PAGE) {
    const limit = Math.min(PAGE, chain.length - afterSeq)
    const { count, brokenAt, last } = await records.checkPage({ chain, afterSeq, prevHash, limit })
    if (brokenAt !== null) return result(brokenAt)
    if (count < limit || last === null) return result(afterSeq + count + 1)
    prevHash = last
  }
  return result(prevHash.equals(chain.head) ? null : chain.length)
}
