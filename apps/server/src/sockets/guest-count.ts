import type { Connection } from './raw-socket.ts'

type Limits = { readonly guestsPerAddress: number; readonly guests: number }
type Guest = Pick<Connection, 'readyState'> & { once(event: 'close', listener: () => void): unknown }

const TOO_MANY_HERE = 'Too many visitors from this address: log in, or close some windows.'
const TOO_MANY = 'Too many visitors right now: log in, or come back later.'

/** Counts the connections of guests, by address and in all. Only who has an open connection is remembered. */
export class GuestCount {
  readonly #limits: Limits
  readonly #byAddress = new Map<string, number>()
  readonly #counted = new WeakSet<object>()
  #all = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Counts a connection until it ends, once however many namespaces it enters.
   *
   * @param address undefined: it counts among all only
   * @returns why it may not enter; undefined where it may
   */
  enter(connection: Guest, address: string | undefined): string | undefined {
    if (this.#counted.has(connection)) return undefined
    const refusal = this.#refusalOf(address)
    // Its end has been told already.
    if (refusal !== undefined || connection.readyState !== 'open') return refusal
    this.#counted.add(connection)
    this.#change(address, 1)
    connection.once('close', () => this.#change(address, -1))
    return undefined
  }

  #refusalOf(address: string | undefined): string | undefined {
    if (this.#countOf(address) >= this.#limits.guestsPerAddress) return TOO_MANY_HERE
    return this.#all >= this.#limits.guests ? TOO_MANY : undefined
  }

  #countOf(address: string | undefined): number {
    return address === undefined ? 0 : (this.#byAddress.get(address) ?? 0)
  }

  #change(address: string | undefined, by: 1 | -1): void {
    this.#all += by
    if (address === undefined) return
    const left = this.#countOf(address) + by
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
  }
}
