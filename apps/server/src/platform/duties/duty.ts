import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '@aerie/core/time'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { every } from '@aerie/runtime/ticker'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '../db/client.ts'
import type { nodes } from '../db/schema/duties.ts'

/** Lease duration without renewal. */
const HELD_S = 5
const RENEW_MS = 1.5 * SECOND_MS
/** An interruption of the bus that is shorter moves no duty: a connection is replaced in less. */
const UNREACHABLE_MS = 2 * RENEW_MS

type Options = {
  readonly pool: Pool
  /** Identifies this process; it can retake its own leases at once. */
  readonly node?: string
  /** False where requests are served only: no duty is ever taken. */
  readonly takesDuties?: boolean
  /** Whether the other processes' questions arrive here. */
  readonly isReachable?: () => boolean
  /** Listed in `nodes` from the start to the stop. */
  readonly about?: About
}
type About = Pick<typeof nodes.$inferInsert, 'role' | 'version' | 'host'>
type Kept = { readonly name: string; readonly term: number; renewedAt: number; readonly onLost: () => void }
type Stop = () => void | Promise<void>
/** Starts what the holder does. `lost` aborts when the term has ended; the returned function then stops the work. */
type Begin = (term: number, lost: AbortSignal) => Stop | Promise<Stop>

type Work = {
  readonly name: string
  readonly begin: Begin
  /** Whether this process may hold the duty now; it is given back otherwise. */
  readonly isAllowed?: () => boolean
  readonly onError: (error: unknown) => void
}

/** Leases of this process, timed by the database's clock only. */
export function openDuties({ pool, node = randomUUID(), takesDuties = true, isReachable = () => true, about }: Options) {
  /** When the database last confirmed a term, by `performance.now()`, which goes on while the process is paused. */
  const confirmed = new Map<string, { readonly term: number; readonly at: number }>()
  const kept = new Set<Kept>()
  const wanted = new Map<string, number>()
  let next: Promise<ReadonlySet<string>> | undefined
  let stopBeat: (() => void) | undefined
  let isListed = false
  let unreachableAt: number | undefined
  /** The bus does not reach this process but reaches another worker: this one gives up its duties and takes none. */
  let isYielding = false

  const isLapsed = (at: number): boolean => performance.now() - at >= HELD_S * SECOND_MS
  const confirm = (name: string, term: number, at: number): void => {
    confirmed.set(name, { term, at })
    for (const one of kept) if (one.name === name && one.term === term) one.renewedAt = at
  }
  const lose = (name: string, term: number): void => {
    if (confirmed.get(name)?.term === term) confirmed.delete(name)
    for (const one of kept) {
      if (one.name !== name || one.term !== term) continue
      kept.delete(one)
      one.onLost()
    }
  }

  /** One statement for everything that is kept or was asked for since the last one. */
  async function renewAll(): Promise<ReadonlySet<string>> {
    next = undefined
    const isReached = isReachable()
    unreachableAt = isReached ? undefined : (unreachableAt ?? performance.now())
    const isCutOff = unreachableAt !== undefined && performance.now() - unreachableAt >= UNREACHABLE_MS
    isYielding = isCutOff && (await hasReachableTaker())
    // Several parts ask for renewals, each at its own times: each row that is written costs WAL.
    const due = [...kept].filter(({ renewedAt }) => isYielding || performance.now() - renewedAt >= RENEW_MS / 2)
    const asked = [...new Map([...due.map(({ name, term }) => [name, term] as const), ...wanted])]
    wanted.clear()
    const at = performance.now()
    const mark = isListed && about !== undefined ? [about.role, about.version, about.host, isReached] : []
    const { rows } = await pool.query<{ name: string; term: string }>(
      `${mark.length > 0 ? SEEN : ''}
       update duties set until = now() + make_interval(secs => $3) from unnest($1::text[], $2::bigint[]) as held (name, term)
       where duties.name = held.name and duties.term = held.term and duties.holder = $4 returning duties.name, duties.term`,
      [asked.map(([name]) => name), asked.map(([, term]) => term), isYielding ? -1 : HELD_S, node, ...mark],
    )
    const renewed = new Set((isYielding ? [] : rows).map(({ name, term }) => `${name} ${term}`))
    for (const [name, term] of asked) {
      if (renewed.has(`${name} ${term}`)) confirm(name, term, at)
      else lose(name, term)
    }
    return renewed
  }
  const hasReachableTaker = async (): Promise<boolean> => {
    const text = `select 1 from nodes where role <> 'web' and is_reachable and id <> $1 and seen_at > now() - make_interval(secs => $2) limit 1`
    return (await pool.query(text, [node, HELD_S])).rows.length > 0
  }
  const renewSoon = (): Promise<ReadonlySet<string>> => {
    next ??= Promise.resolve().then(renewAll)
    return next
  }
  /** Not awaited: while the database hangs, a lapsed lease must still be noticed. */
  const beat = (): void => {
    for (const one of kept) if (isLapsed(one.renewedAt)) lose(one.name, one.term)
    if (kept.size > 0 || isListed) renewSoon().catch(() => undefined)
  }
  const keep = (name: string, term: number, onLost: () => void): (() => void) => {
    const one: Kept = { name, term, renewedAt: confirmed.get(name)?.at ?? performance.now(), onLost }
    kept.add(one)
    stopBeat ??= every(RENEW_MS, beat)
    return () => {
      kept.delete(one)
      if (kept.size > 0 || isListed) return
      stopBeat?.()
      stopBeat = undefined
    }
  }

  const of = (name: string) => ({
    name,
    /** A lease longer than allowed predates a clock change and counts as free. @returns a higher term; undefined if held elsewhere */
    take: async (): Promise<number | undefined> => {
      if (!takesDuties || isYielding) return undefined
      const at = performance.now()
      // The lookup first: the conflict clause would lock the row against the holder's fence even where it changes nothing.
      const { rows } = await pool.query<{ term: string }>(
        `insert into duties (name, holder, term, until)
       select $1, $2, 1, now() + make_interval(secs => $3) where not exists
         (select 1 from duties where name = $1 and holder <> $2 and until >= now() and until <= now() + make_interval(secs => 2 * $3))
       on conflict (name) do update set holder = excluded.holder, term = duties.term + 1, until = excluded.until
       where duties.until < now() or duties.until > excluded.until + make_interval(secs => $3) or duties.holder = excluded.holder
       returning term`,
        [name, node, HELD_S],
      )
      if (rows[0] === undefined) return undefined
      const term = Number(rows[0].term)
      confirm(name, term, at)
      return term
    },
    /** By what the database last confirmed: false after a pause longer than the lease, even before the next renewal. */
    isHeld: (term: number): boolean => {
      const last = confirmed.get(name)
      return last?.term === term && !isLapsed(last.at)
    },
    /** False also if the database has not answered by the end of the lease: another process may hold it then. */
    renew: async (term: number): Promise<boolean> => {
      wanted.set(name, term)
      const last = confirmed.get(name)
      const leftMs = HELD_S * SECOND_MS - (performance.now() - (last?.term === term ? last.at : performance.now()))
      const lapsed = Promise.withResolvers<false>()
      // After a pause the database has time to answer, too.
      const lapse = (): void => {
        lose(name, term)
        lapsed.resolve(false)
      }
      const timer = setTimeout(lapse, Math.max(leftMs, RENEW_MS))
      try {
        return await Promise.race([renewSoon().then((renewed) => renewed.has(`${name} ${term}`)), lapsed.promise])
      } finally {
        clearTimeout(timer)
      }
    },
    /** Renews while `work` runs: loading may take longer than the lease, and two processes would take it from each other forever. */
    whileHeld: async <T>(term: number, work: () => Promise<T>): Promise<T> => {
      // A lost lease or a failed renewal shows at the holder's next write or renewal.
      const stop = keep(name, term, () => undefined)
      try {
        return await work()
      } finally {
        stop()
      }
    },
    release: async (term: number): Promise<void> => {
      if (confirmed.get(name)?.term === term) confirmed.delete(name)
      await pool.query("update duties set until = now() - interval '1 second' where name = $1 and term = $2", [name, term])
    },
  })

  /**
   * Work that only one process does: begun when the duty is free, stopped when it is lost, released on stop. A process that does not hold
   * it stands by, which counts as ready. Work that cannot begin gives the duty back and is tried again.
   */
  const work = ({ name, begin, isAllowed = () => true, onError }: Work) => {
    const mine = of(name)
    const turns = serialQueue()
    let held: { readonly term: number; readonly lost: AbortController; readonly unkeep: () => void; stop: Stop } | undefined
    let stopTending: (() => void) | undefined
    const finish = async (): Promise<void> => {
      const last = held
      if (last === undefined) return
      held = undefined
      last.lost.abort()
      try {
        await last.stop()
      } finally {
        last.unkeep()
        await mine.release(last.term)
      }
    }
    const tendOnce = async (): Promise<void> => {
      if (!isAllowed()) return finish()
      if (held !== undefined || stopTending === undefined) return
      const term = await mine.take()
      if (term === undefined) return
      const lost = new AbortController()
      const unkeep = keep(name, term, () => {
        lost.abort()
        turns.run(finish).catch(onError)
      })
      const mineNow = { term, lost, unkeep, stop: (): void | Promise<void> => undefined }
      held = mineNow
      try {
        mineNow.stop = await begin(term, lost.signal)
      } catch (error) {
        await finish()
        throw error
      }
    }
    const tend = (): Promise<void> => turns.run(tendOnce)
    return {
      start: (): void => {
        stopTending ??= every(RENEW_MS, tend, { onError, atOnce: true })
      },
      /** Tries to take the duty at once, without waiting for the next attempt. */
      tend,
      isHeld: (): boolean => held !== undefined && mine.isHeld(held.term),
      stop: async (): Promise<void> => {
        stopTending?.()
        stopTending = undefined
        held?.lost.abort()
        await turns.run(finish)
      },
    }
  }

  /** Those that `take` would give to this process now. */
  const free = async (names: readonly string[]): Promise<readonly string[]> => {
    if (!takesDuties || isYielding || names.length === 0) return []
    const { rows } = await pool.query<{ name: string }>(
      `select name from unnest($1::text[]) name where not exists (select 1 from duties d
         where d.name = name.name and holder <> $2 and until >= now() and until <= now() + make_interval(secs => 2 * $3))`,
      [names, node, HELD_S],
    )
    return rows.map(({ name }) => name)
  }
  /** How many processes take duties now. */
  const takers = async (): Promise<number> => {
    const text = `select count(*)::int as n from nodes where role <> 'web' and is_reachable and seen_at > now() - make_interval(secs => $1)`
    return (await pool.query<{ n: number }>(text, [HELD_S])).rows[0]?.n ?? 0
  }

  const upkeep = of('upkeep')
  let tending: { readonly term: number; readonly end: () => void } | undefined
  let taking: Promise<void> | undefined
  const endUpkeep = (): void => {
    tending?.end()
    tending = undefined
  }
  const takeUpkeep = async (): Promise<void> => {
    const term = await upkeep.take()
    if (term !== undefined) tending = { term, end: keep(upkeep.name, term, endUpkeep) }
  }

  return {
    node,
    takesDuties,
    of,
    free,
    takers,
    work,
    /** Work that repeats and must run in one process only: skipped in a process that does not hold the duty `upkeep` and cannot take it. */
    upkeep: (sweep: () => unknown) => async (): Promise<void> => {
      if (tending === undefined) {
        taking ??= takeUpkeep().finally(() => (taking = undefined))
        await taking
      }
      if (tending !== undefined) await sweep()
    },
    /** Lists this process in `nodes`. */
    start: async (): Promise<void> => {
      if (about === undefined) return
      isListed = true
      stopBeat ??= every(RENEW_MS, beat)
      await renewSoon()
    },
    stop: async (): Promise<void> => {
      isListed = false
      const term = tending?.term
      endUpkeep()
      if (term !== undefined) await upkeep.release(term)
      stopBeat?.()
      stopBeat = undefined
      if (about !== undefined) await pool.query('delete from nodes where id = $1', [node])
    },
  }
}

const SEEN = `with seen as (insert into nodes (id, role, version, host, is_reachable) values ($4, $5, $6, $7, $8)
  on conflict (id) do update set seen_at = now(), is_reachable = excluded.is_reachable)`

export type Duties = ReturnType<typeof openDuties>

export type Term = { readonly name: string; readonly term: number }

/** The term has ended: another process may hold the duty. Nothing was written. */
export class DutyLost extends Error {
  override readonly name = 'DutyLost'

  constructor({ name, term }: Term) {
    super(`${name}: the term ${term} has ended`)
  }
}

/**
 * The fence of a write that only the holder may do, first in its transaction. It keeps a takeover out until the commit, because a takeover
 * changes `term`, a column of a unique index. A renewal changes none and does not wait; FOR SHARE made it wait 2.4 s behind a transaction
 * of 4 s.
 *
 * @throws DutyLost
 */
export async function demandTerm(tx: Db, { name, term }: Term): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from duties where name = ${name} and term = ${term} for key share`)
  if (rows.length === 0) throw new DutyLost({ name, term })
}

/**
 * The same for a single statement that needs several terms: $1 and $2 are the names and the terms. No row in `fence` if one has ended; the
 * names of the others are in `held_terms`.
 */
export const FENCE_OF_ALL = `held_terms as (select name from duties join unnest($1::text[], $2::bigint[]) asked (name, term) using (name, term) for key share of duties),
   fence as (select 1 where (select count(*) from held_terms) = cardinality($1::text[]))`

/** The same for a single statement, after `with`: parameter `first` is the duty's name and the next its term. No row if it has ended. */
export const fenceFrom = (first = 1): string =>
  `fence as (select 1 from duties where name = $${first} and term = $${first + 1} for key share)`
