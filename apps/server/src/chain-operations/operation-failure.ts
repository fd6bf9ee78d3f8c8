/** Why an operation on the chain was not begun or not finished, in words for the operator. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure'
}
