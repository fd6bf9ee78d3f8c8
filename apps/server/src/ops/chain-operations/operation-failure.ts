/** Operator-facing reason why a chain operation was not started or not finished. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure'
}
