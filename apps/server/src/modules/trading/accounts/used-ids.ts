/** Of more ids than this an account's are not kept: each is asked for. */
export const MOST_USED_IDS = 32_768
const LEAST_CAPACITY = 2_048
/** With 16 bits an id and 7 probes one id in 2,000 that was never used is taken for a used one, and is asked for. */
const BITS_AN_ID = 16
const PROBES = 7

/**
 * The client ids that an account has used, as a Bloom filter: an id that it does not know was never used, so that the database need not be
 * asked before each order. One that it may know is asked for.
 *
 * Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, CACM 1970; Kirsch and Mitzenmacher 2006 (two hashes)
 */
export class UsedIds {
  readonly #bits: Uint32Array
  readonly #capacity: number
  #count = 0

  /** @param ids every id that was used; undefined where there are more than `MOST_USED_IDS` */
  constructor(ids: readonly string[] | undefined) {
    this.#capacity = ids === undefined ? 0 : 2 ** Math.ceil(Math.log2(Math.max(LEAST_CAPACITY, 2 * ids.length)))
    this.#bits = new Uint32Array((this.#capacity * BITS_AN_ID) / 32)
    for (const id of ids ?? []) this.add(id)
  }

  /** Whether it has taken as many as it can tell apart, and is to be read again; where there were too many before, that tells no more. */
  get isFull(): boolean {
    return this.#capacity > 0 && this.#isOver
  }

  /** Whether every id may be known. */
  get #isOver(): boolean {
    return this.#count >= this.#capacity
  }

  add(id: string): void {
    if (this.#isOver) return
    this.#count += 1
    for (const bit of probesOf(id, this.#bits.length * 32)) this.#bits[bit >>> 5] = this.#word(bit) | (1 << (bit & 31))
  }

  /** False only for an id that was never added. */
  mayHave(id: string): boolean {
    return this.#isOver || probesOf(id, this.#bits.length * 32).every((bit) => (this.#word(bit) & (1 << (bit & 31))) !== 0)
  }

  #word(bit: number): number {
    return this.#bits[bit >>> 5] ?? 0
  }
}

/** Bits of an id; `size` is a power of two. */
function probesOf(id: string, size: number): number[] {
  const [first, second] = [hashOf(id, 0x811c9dc5), hashOf(id, 0x9747b28c) | 1]
  return Array.from({ length: PROBES }, (_, probe) => ((first + Math.imul(probe, second)) >>> 0) & (size - 1))
}

/** FNV-1a over the text's UTF-16 units, mixed at the end as MurmurHash3 does. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
