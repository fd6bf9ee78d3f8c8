/** Accounts with more IDs have no filter: each ID is looked up. */
export const MOST_USED_IDS = 32_768
const LEAST_CAPACITY = 2_048
/** 16 bits per ID and 7 probes: one unused ID in 2,000 causes an unnecessary lookup. */
const BITS_AN_ID = 16
const PROBES = 7

/**
 * Bloom filter, so that new IDs need no database lookup before each order.
 * Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, CACM 1970; Kirsch and Mitzenmacher 2006 (two hashes)
 */
export class UsedIds {
  readonly #bits: Uint32Array
  readonly #capacity: number
  #count = 0

  constructor(ids: readonly string[] | undefined) {
    this.#capacity = ids === undefined ? 0 : 2 ** Math.ceil(Math.log2(Math.max(LEAST_CAPACITY, 2 * ids.length)))
    this.#bits = new Uint32Array((this.#capacity * BITS_AN_ID) / 32)
    for (const id of ids ?? []) this.add(id)
  }

  /** Whether capacity is reached and the filter must be rebuilt; not applicable if there were too many IDs. */
  get isFull(): boolean {
    return this.#capacity > 0 && this.#isOver
  }

  get #isOver(): boolean {
    return this.#count >= this.#capacity
  }

  add(id: string): void {
    if (this.#isOver) return
    this.#count += 1
    for (const bit of probesOf(id, this.#bits.length * 32)) this.#bits[bit >>> 5] = this.#word(bit) | (1 << (bit & 31))
  }

  /** False only for IDs never added. */
  mayHave(id: string): boolean {
    return this.#isOver || probesOf(id, this.#bits.length * 32).every((bit) => (this.#word(bit) & (1 << (bit & 31))) !== 0)
  }

  #word(bit: number): number {
    return this.#bits[bit >>> 5] ?? 0
  }
}

function probesOf(id: string, size: number): number[] {
  const [first, second] = [hashOf(id, 0x811c9dc5), hashOf(id, 0x9747b28c) | 1]
  return Array.from({ length: PROBES }, (_, probe) => ((first + Math.imul(probe, second)) >>> 0) & (size - 1))
}

/** FNV-1a over UTF-16 units with the finalizer of MurmurHash3. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
