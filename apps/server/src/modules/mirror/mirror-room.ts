import type { mirrorEvents, RelayBody } from '@aerie/wire/workspace/mirror'
import type { Body, Member } from '../../sockets/user-channel.ts'

/** One browser that has switched it on. */
export type Machine = {
  /** The browser's session id, as it calls itself. */
  readonly session: string
  readonly tell: Member<typeof mirrorEvents>['tell']
  /** Hands a message on; a machine that is slow to take them may be left out. */
  readonly relay: (message: Body<typeof mirrorEvents, 'relayed'>) => void
}
type Published = { readonly term: number; readonly seq: number; readonly body: RelayBody }

/**
 * The browsers of one user that mirror each other, and which of them leads. Nothing is stored: what is published is handed on
 * and forgotten, and who joins late is told by the leader.
 */
export class MirrorRoom {
  /** In the order in which they came. */
  readonly #machines = new Set<Machine>()
  #holder: Machine | null = null
  #term: number

  /** @param term the lease of a room that is made again must not be older than one a client remembers */
  constructor(term: number) {
    this.#term = term
  }

  get isEmpty(): boolean {
    return this.#machines.size === 0
  }

  /** The first to come leads; who comes later is told by whom, and the leader that its state is wanted. */
  join(machine: Machine): void {
    this.#machines.add(machine)
    if (this.#holder === null) this.lead(machine)
    else {
      this.#tellLease()
      this.#holder.tell('wanted', {})
    }
  }

  /** A leader that goes is followed by the one that has been here longest. */
  leave(machine: Machine): void {
    if (!this.#machines.delete(machine)) return
    if (this.#holder === machine) this.#holder = null
    const [next] = this.#machines
    if (this.#holder === null && next !== undefined) this.lead(next)
    else this.#tellLease()
  }

  lead(machine: Machine): void {
    if (!this.#machines.has(machine)) return
    this.#term += 1
    this.#holder = machine
    this.#tellLease()
  }

  /**
   * Hands a message on to the others.
   *
   * @returns false for one of somebody who does not lead in this term; a part of a layout is everybody's
   */
  publish(machine: Machine, { term, seq, body }: Published): boolean {
    if (!this.#machines.has(machine)) return false
    if (body.type !== 'layout-fragment' && (machine !== this.#holder || term !== this.#term)) return false
    const message = { session: machine.session, term: this.#term, seq, body }
    for (const other of this.#machines) if (other !== machine) other.relay(message)
    return true
  }

  /** A machine was left out and can take the newest state now. */
  want(machine: Machine): void {
    if (this.#machines.has(machine) && this.#holder !== machine) this.#holder?.tell('wanted', {})
  }

  #tellLease(): void {
    const lease = { term: this.#term, holder: this.#holder?.session ?? null, machines: this.#machines.size }
    for (const machine of this.#machines) machine.tell('lease', lease)
  }
}
