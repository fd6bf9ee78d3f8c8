/** Operator-facing reason why the chain is unavailable. The terminal keeps running without it. */
export class ChainTrouble extends Error {
  override readonly name = 'ChainTrouble'
}
