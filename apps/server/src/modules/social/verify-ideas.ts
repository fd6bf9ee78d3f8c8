import { defined } from '@aerie/core/defined'
import type { ChainCheck } from '@aerie/wire/market/forecasts'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { ideaChains } from '../../db/schema/social.ts'
import { FIRST_BEFORE } from './idea-chain.ts'

const PAGE = 5_000

type Chain = typeof ideaChains.$inferSelect

/** Makes every hash of a source's ideas anew, in the database and page by page, and compares the end with the head that was noted. */
export async function verifyIdeas(db: Db, sourceId: string): Promise<ChainCheck> {
  const [chain] = await db.select().from(ideaChains).where(eq(ideaChains.sourceId, sourceId))
  if (chain === undefined) return { intact: true, length: 0, head: FIRST_BEFORE.toString('hex'), broken_at: null }
  const brokenAt = await findBreak(db, chain)
  return { intact: brokenAt === null, length: chain.length, head: chain.head.toString('hex'), broken_at: brokenAt }
}

/** What is posted while we read is beyond the head that we compare with. */
async function findBreak(db: Db, chain: Chain): Promise<number | null> {
  let prevHash = FIRST_BEFORE
  for (let afterSeq = 0; afterSeq < chain.length; afterSeq += PAGE) {
    const limit = Math.min(PAGE, chain.length - afterSeq)
    const { count, broken_at, last } = await checkPage(db, { chain, afterSeq, prevHash, limit })
    if (broken_at !== null) return broken_at
    if (count < limit || last === null) return afterSeq + count + 1
    prevHash = last
  }
  return prevHash.equals(chain.head) ? null : chain.length
}

type Page = { readonly chain: Chain; readonly afterSeq: number; readonly prevHash: Buffer; readonly limit: number }
type Checked = { readonly count: number; readonly broken_at: number | null; readonly last: Buffer | null }

/** Each idea's place, the hash before it, and its own hash made anew over the text of idea-chain.ts, without its code. */
async function checkPage(db: Db, { chain, afterSeq, prevHash, limit }: Page): Promise<Checked> {
  const { rows } = await db.execute<Checked>(sql`
    select count(*)::int as count, min(place) filter (where not fits)::float8 as broken_at, (array_agg(hash order by place desc))[1] as last
    from (
      select hash, place, seq = place and prev_hash = coalesce(lag(hash) over (order by place), ${prevHash}::bytea)
        and hash = sha256(convert_to(concat_ws(E'\n', 'aerie-idea-1', encode(prev_hash, 'hex'), ${chain.sourceId}::text,
          ${chain.sourceKind}::text, seq, id, author, symbol, side, quote, encode(float8send(entry), 'hex'), encode(float8send(target), 'hex'),
          encode(float8send(stop), 'hex'), encode(float8send(fee_rate), 'hex'), price_as_of, posted_at, starts_at, due_at, step_s, made_at,
          encode(text_hash, 'hex')), 'UTF8')) as fits
      from (
        select *, ${afterSeq}::bigint + row_number() over (order by seq) as place
        from ideas where chain = ${chain.number} and seq > ${afterSeq} order by seq limit ${limit}
      ) page
    ) checked`)
  return defined(rows[0])
}
