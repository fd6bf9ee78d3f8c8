import type { Database } from '../src/platform/db/client.ts'

type Query = (...given: unknown[]) => Promise<unknown>

const serialize = (given: unknown): string =>
  JSON.stringify(given, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Holds the first query whose text and values match, `before` it is sent or once `answered`. Others pass. */
export function heldQuery(db: Database, matches: RegExp, at: 'before' | 'answered') {
  const pool = db.$client
  const query = pool.query.bind(pool) as Query
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isMet = false
  const held: Query = async (...given) => {
    if (isMet || !matches.test(serialize(given))) return query(...given)
    isMet = true
    const answer = at === 'answered' ? await query(...given) : undefined
    reached.resolve()
    await gate.promise
    return answer ?? query(...given)
  }
  Object.assign(pool, { query: held })
  return {
    reached: reached.promise,
    release: (): void => {
      gate.resolve()
      Object.assign(pool, { query })
    },
  }
}
