/** Why the server cannot start, in one line for the person at the terminal. `main` prints the message and nothing else. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
