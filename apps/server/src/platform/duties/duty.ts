import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { Pool } from 'pg'

/** Lease duration without renewal. */
const HELD_S = 5
/**
 * Lock of the fence that each write reads first: it keeps a takeover out until the commit, because a takeover changes `term`, a column of
 * a unique index. A renewal changes none and does not wait; FOR SHARE made it wait 2.4 s behind a transaction of 4 s.
 */
export const FENCE_LOCK = 'for key share'

const RENEW_MS = 1.5 * SECOND_MS

/** A lease timed by the database's clock only. @param holder identifies this process; it can retake its own lease at once */
export const duty = ({ pool, name, holder }: { readonly pool: Pool; readonly name: string; readonly holder: string }) => {
  const renew = async (term: number): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'update duties set until = now() + make_interval(secs => $3) where name = $1 and term = $2 and holder = $4',
      [name, term, HELD_S, holder],
    )
    return rowCount === 1
  }
  return {
    name,
    /** A lease longer than allowed predates a clock change and counts as free. @returns a higher term; undefined if held elsewhere */
    take: async (): Promise<number | undefined> => {
      const { rows } = await pool.query<{ term: string }>(
        `insert into duties (name, holder, term, until) values ($1, $2, 1, now() + make_interval(secs => $3))
       on conflict (name) do update set holder = excluded.holder, term = duties.term + 1, until = excluded.until
       where duties.until < now() or duties.until > excluded.until + make_interval(secs => $3) or duties.holder = excluded.holder
       returning term`,
        [name, holder, HELD_S],
      )
      return rows[0] && Number(rows[0].term)
    },
    renew,
    /** Renews while `work` runs: loading may take longer than the lease, and two processes would take it from each other forever. */
    whileHeld: async <T>(term: number, work: () => Promise<T>): Promise<T> => {
      // A lost lease or a failed renewal shows at the holder's next write or renewal.
      const stop = every(RENEW_MS, () => renew(term), { onError: () => undefined })
      try {
        return await work()
      } finally {
        stop()
      }
    },
    release: async (term: number): Promise<void> => {
      await pool.query("update duties set until = now() - interval '1 second' where name = $1 and term = $2", [name, term])
    },
  }
}
