/** Why the chain cannot be used right now, in words for the operator. The terminal runs on without it. */
export class ChainTrouble extends Error {
  override readonly name = 'ChainTrouble'
}
