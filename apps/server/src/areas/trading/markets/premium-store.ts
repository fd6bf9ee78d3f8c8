import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { fenceFrom, type Term } from '../../../platform/duties/duty.ts'
import type { HourlyPremiums, PremiumHour } from './hourly-premiums.ts'

type Deps = {
  readonly pool: Pool
  readonly sourceId: string
}

const storedHour = z.object({
  end: z.int(),
  sum: z.string().check(z.regex(/^-?\d{1,40}$/)),
  count: z.int().check(z.positive()),
  coveredMs: z.int(),
  sampledAt: z.int(),
})
const storedHours = z.array(storedHour).check(z.maxLength(10))

const WRITE = `
with ${fenceFrom()}
insert into funding_premiums (source_id, symbol, hours)
select $3, symbol, hours from jsonb_to_recordset($4::jsonb) r(symbol text, hours jsonb), fence
on conflict (source_id, symbol) do update set hours = excluded.hours
where funding_premiums.hours->-1->>'end' <> excluded.hours->-1->>'end'
  or (funding_premiums.hours->-1->>'count')::int <= (excluded.hours->-1->>'count')::int`

/** Persists sampled premiums across restarts; written only under a term. */
export const premiumStore = ({ pool, sourceId }: Deps) => ({
  /** Unreadable rows are ignored. @throws the driver's error */
  load: async (premiums: HourlyPremiums): Promise<void> => {
    const query = 'select symbol, hours from funding_premiums where source_id = $1'
    const { rows } = await pool.query<{ symbol: string; hours: unknown }>(query, [sourceId])
    for (const { symbol, hours } of rows) premiums.restore(symbol, (z.safeParse(storedHours, hours).data ?? []).map(hourOf))
  },
  /** Writes changes since the last call, unless another process has more samples of the hour; failed writes are repeated with the next sample. @throws the driver's error */
  save: async (premiums: HourlyPremiums, { name, term }: Term): Promise<void> => {
    const changed = premiums.takeChanged().map(([symbol, hours]) => ({ symbol, hours: hours.map(storedOf) }))
    if (changed.length > 0) await pool.query(WRITE, [name, term, sourceId, JSON.stringify(changed)])
  },
})

const hourOf = ({ sum, ...hour }: z.output<typeof storedHour>): PremiumHour => ({ ...hour, sum: BigInt(sum) })
const storedOf = ({ sum, ...hour }: PremiumHour): z.output<typeof storedHour> => ({ ...hour, sum: String(sum) })
