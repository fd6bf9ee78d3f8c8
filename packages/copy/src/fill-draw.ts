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

type Level = readonly [price: Price, size: Size]
type Taken = { readonly displayed: Size; total: Size; readonly by: Map<string, Size> }

/** What the leader and the followers of one signal have taken from a book, by price. */
export type SharedTakes = Map<Price, Taken>

/**
 * Remembers what one of them took, as long as the book shows the same.
 *
 * @param displayed what the book shows at a price; a level that shows something else than before begins anew
 */
export function noteTakes(shared: SharedTakes, account: string, takes: readonly Level[], displayed: (at: Price) => Size): void {
  for (const [at, amount] of takes) {
    const shown = displayed(at)
    const known = shared.get(at)
    const taken = known?.displayed === shown ? known : { displayed: shown, total: size(0n), by: new Map<string, Size>() }
    taken.total = size(taken.total + amount)
    taken.by.set(account, size((taken.by.get(account) ?? 0n) + amount))
    shared.set(at, taken)
  }
}

/** What the others have taken of each level that still shows the same: it is not there for this account. */
export function takenByOthers(shared: SharedTakes, account: string, displayed: (at: Price) => Size): Map<Price, Size> {
  const others = new Map<Price, Size>()
  for (const [at, { displayed: shown, total, by }] of shared) {
    const amount = total - (by.get(account) ?? 0n)
    if (amount > 0n && displayed(at) === shown) others.set(at, size(amount))
  }
  return others
}
