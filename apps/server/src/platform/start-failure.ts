/** One-line reason for the operator; `main` prints the message only. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
