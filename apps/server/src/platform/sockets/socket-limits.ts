import { epochMs } from '@aerie/core/time'
import { type KeyedTokenBuckets, keyedTokenBuckets, type TokenRate } from '@aerie/runtime/token-bucket'
import type { Server } from 'socket.io'
import type { Connection } from './raw-socket.ts'

const [KB, MB] = [1_024, 1_024 * 1_024]

/** Limits per process. For guests per connection, for users across all their connections. */
export type SocketLimits = {
  /** New connections per address; not applied to local programs. */
  readonly handshakes: TokenRate
  /** Open guest connections per address, which many people may share. */
  readonly guestsPerAddress: number
  readonly guests: number
  /** Packets per connection; more ends it. */
  readonly packets: TokenRate
  /** Commands per user; more are rejected. */
  readonly commands: TokenRate
  /** Bytes sent per user; commands are rejected while overdrawn. */
  readonly bytesOut: TokenRate
  readonly running: number
  readonly socketsPerUser: number
  /** Maximum send backlog of a connection; more ends it. */
  readonly waiting: { readonly bytes: number; readonly packets: number }
  /** Backlog from which replaceable messages are skipped. */
  readonly behind: { readonly bytes: number; readonly packets: number }
}

export const SOCKET_LIMITS: SocketLimits = {
  // After a restart, a thousand windows behind one address reconnect at once.
  handshakes: { burst: 1_200, perSecond: 20 },
  guestsPerAddress: 1_000,
  guests: 20_000,
  packets: { burst: 60, perSecond: 20 },
  commands: { burst: 240, perSecond: 80 },
  bytesOut: { burst: 16 * MB, perSecond: MB },
  running: 64,
  socketsPerUser: 64,
  waiting: { bytes: 2 * MB, packets: 1_024 },
  behind: { bytes: 256 * KB, packets: 8 },
}

export type SocketBudgets = {
  readonly limits: SocketLimits
  readonly handshakes: KeyedTokenBuckets
  readonly guests: GuestCount
  readonly packets: KeyedTokenBuckets
  readonly commands: KeyedTokenBuckets
  readonly bytesOut: KeyedTokenBuckets
  readonly running: Map<string, number>
}

const budgets = new WeakMap<Server, SocketBudgets>()
const clock = { now: () => epochMs(performance.now()) }

export function setLimits(io: Server, limits: SocketLimits): SocketBudgets {
  const buckets = (rate: TokenRate): KeyedTokenBuckets => keyedTokenBuckets({ clock, ...rate })
  const made: SocketBudgets = {
    limits,
    handshakes: buckets(limits.handshakes),
    guests: new GuestCount(limits),
    packets: buckets(limits.packets),
    commands: buckets(limits.commands),
    bytesOut: buckets(limits.bytesOut),
    running: new Map(),
  }
  budgets.set(io, made)
  return made
}

export const budgetsOf = (io: Server): SocketBudgets => budgets.get(io) ?? setLimits(io, SOCKET_LIMITS)

type Limits = { readonly guestsPerAddress: number; readonly guests: number }
type Guest = Pick<Connection, 'readyState'> & { once(event: 'close', listener: () => void): unknown }

const TOO_MANY_HERE = 'Too many visitors from this address: log in, or close some windows.'
const TOO_MANY = 'Too many visitors right now: log in, or come back later.'

/** Guest connections by address and in total. Only open connections are stored. */
export class GuestCount {
  readonly #limits: Limits
  readonly #byAddress = new Map<string, number>()
  readonly #counted = new WeakSet<object>()
  #all = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Counts a connection once, across all its namespaces, until it closes. @returns rejection reason, if any */
  enter(connection: Guest, address: string | undefined): string | undefined {
    if (this.#counted.has(connection)) return undefined
    const refusal = this.#refusalOf(address)
    // Its close event has already fired.
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
