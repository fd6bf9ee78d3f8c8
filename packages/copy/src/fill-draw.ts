import { type Price, type Size, size } from '@aerie/core/numbers/units'

/**
 * The order in which followers of one signal meet the book: drawn anew for each signal, the same for the same signal, whoever asks. The seed is
 * the event, so that nobody can choose it.
 *
 * @param event name of the leader's event
 * @throws never
 */
export function drawOrder(event: string, followers: readonly string[]): string[] {
  const drawn = followers.map((id) => ({ id, lot: hashOf(`${event} ${id}`) }))
  return drawn.toSorted((a, b) => a.lot - b.lot || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
}

/** FNV-1a twice with other seeds, mixed at the end as MurmurHash3 does: 53 bits. */
function hashOf(text: string): number {
  const [high, low] = [mixed(text, 0x811c9dc5), mixed(text, 0x9747b28c)]
  return high * 0x20_0000 + (low >>> 11)
}

function mixed(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

type Taken = { readonly displayed: Size; total: Size; readonly by: Map<string, Size> }

/** What a leader's followers have taken from one book, by price; it counts as long as the level displays the same. */
export type SharedTakes = Map<Price, Taken>

/** What an account takes of a level, and what the level displays. */
export type SharedTake = { readonly account: string; readonly at: Price; readonly amount: Size; readonly displayed: Size }

/** Remembers what one of them took. A level that displays something else than before begins anew. */
export function noteTake(shared: SharedTakes, { account, at, amount, displayed }: SharedTake): void {
  const known = shared.get(at)
  const taken = known?.displayed === displayed ? known : { displayed, total: size(0n), by: new Map<string, Size>() }
  taken.total = size(taken.total + amount)
  taken.by.set(account, size((taken.by.get(account) ?? 0n) + amount))
  shared.set(at, taken)
}

/** What the others have taken of a level: it is not there for this account. 0 where the level displays something else by now. */
export function takenByOthers(shared: SharedTakes, { account, at, displayed }: Omit<SharedTake, 'amount'>): Size {
  const taken = shared.get(at)
  return taken?.displayed === displayed ? size(taken.total - (taken.by.get(account) ?? 0n)) : size(0n)
}

/** Forgets the levels that display something else by now. */
export function forgetChanged(shared: SharedTakes, displayed: (at: Price) => Size): void {
  for (const [at, taken] of shared) if (displayed(at) !== taken.displayed) shared.delete(at)
}
