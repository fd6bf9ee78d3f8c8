import type { Pool } from 'pg'

/** How long a duty is held without being renewed. */
const HELD_S = 5

/**
 * Takes, renews and gives up a duty. By the database's clock alone.
 *
 * @param holder names this process; the same holder takes its own duty again at once
 */
export const duty = ({ pool, name, holder }: { readonly pool: Pool; readonly name: string; readonly holder: string }) => ({
  name,
  /**
   * One that is held for longer than anybody may was taken before the clock was set back: it is free, too.
   *
   * @returns the term, higher than any before; undefined while another holds it
   */
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
  /** @returns whether it is still held under this term */
  renew: async (term: number): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'update duties set until = now() + make_interval(secs => $3) where name = $1 and term = $2 and holder = $4',
      [name, term, HELD_S, holder],
    )
    return rowCount === 1
  },
  /** Lets the next one take it at once. */
  release: async (term: number): Promise<void> => {
    await pool.query("update duties set until = now() - interval '1 second' where name = $1 and term = $2", [name, term])
  },
})
