import type { ChainCheck } from '@aerie/wire/forecasts'
import type { Db } from '../../db/client.ts'
import { GENESIS, recordHash } from './forecast-chain.ts'
import { forecastRepository } from './forecast-repository.ts'

const PAGE = 1_000

/** Recomputes every hash of a source's chain, page by page, and compares its end with the head that was noted. */
export async function verifyChain(db: Db, sourceId: string): Promise<ChainCheck> {
  const repository = forecastRepository(db)
  const chain = await repository.findChain(sourceId)
  if (chain === undefined) return { intact: true, length: 0, head: GENESIS.toString('hex'), broken_at: null }
  let hash = GENESIS
  let seq = 0
  const result = (broken_at: number | null): ChainCheck => ({
    intact: broken_at === null,
    length: chain.length,
    head: chain.head.toString('hex'),
    broken_at,
  })
  // What is issued while we read is beyond the head that we compare with.
  while (seq < chain.length) {
    const rows = await repository.page({ chain: chain.number, afterSeq: seq, limit: Math.min(PAGE, chain.length - seq) })
    if (rows.length === 0) return result(seq + 1)
    for (const { forecast } of rows) {
      seq += 1
      const expected = recordHash(hash, { ...forecast, sourceId: chain.sourceId, sourceKind: chain.sourceKind })
      if (forecast.seq !== seq || !forecast.prevHash.equals(hash) || !forecast.hash.equals(expected)) return result(seq)
      hash = expected
    }
  }
  return result(hash.equals(chain.head) ? null : seq)
}
