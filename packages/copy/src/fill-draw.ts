import { type Price, type Size, size } from '@aerie/core/numbers/units'

/** Execution order of a signal's followers: random but reproducible, seeded by the event so that nobody can influence it. */
export function drawOrder(event: string, followers: readonly string[]): string[] {
  const drawn = followers.map((id) => ({ id, lot: hashOf(`${event} ${id}`) }))
  return drawn.toSorted((a, b) => a.lot - b.lot || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
}

/** FNV-1a with two seeds and a MurmurHash3 finalizer: 53 bits. */
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

/** Liquidity a leader's followers took, by price; valid while the level displays the same size. */
export type SharedTakes = Map<Price, Taken>

/** Size an account takes from a level, and the displayed size. */
export type SharedTake = { readonly account: string; readonly at: Price; readonly amount: Size; readonly displayed: Size }

/** Records a take. A change of the displayed size resets the level. */
export function noteTake(shared: SharedTakes, { account, at, amount, displayed }: SharedTake): void {
  const known = shared.get(at)
  const taken = known?.displayed === displayed ? known : { displayed, total: size(0n), by: new Map<string, Size>() }
  taken.total = size(taken.total + amount)
  taken.by.set(account, size((taken.by.get(account) ?? 0n) + amount))
  shared.set(at, taken)
}

/** Size others took from a level, unavailable to this account; 0 once the displayed size has changed. */
export function takenByOthers(shared: SharedTakes, { account, at, displayed }: Omit<SharedTake, 'amount'>): Size {
  const taken = shared.get(at)
  return taken?.displayed === displayed ? size(taken.total - (taken.by.get(account) ?? 0n)) : size(0n)
}

/** Drops levels whose displayed size has changed. */
export function forgetChanged(shared: SharedTakes, displayed: (at: Price) => Size): void {
  for (const [at, taken] of shared) if (displayed(at) !== taken.displayed) shared.delete(at)
}
