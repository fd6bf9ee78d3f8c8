import { epochMs } from '@aerie/core/time'
import { type KeyedTokenBuckets, keyedTokenBuckets, type TokenRate } from '@aerie/runtime/token-bucket'
import type { Server } from 'socket.io'
import type { Connection } from './raw-socket.ts'

const [KB, MB] = [1_024, 1_024 * 1_024]

/** What the sockets of this process may cost. Guests have these shares for each connection, users for all of theirs together. */
export type SocketLimits = {
  /** Connections that one address may open; more are refused at the door. Programs on this machine have no such limit. */
  readonly handshakes: TokenRate
  /** Connections that one address may have open as a guest: many people may share it. */
  readonly guestsPerAddress: number
  /** Connections of guests in all. */
  readonly guests: number
  /** Packets of one connection; more is a flood and ends it. A page turn is one. */
  readonly packets: TokenRate
  /** Commands of one user; more are refused. */
  readonly commands: TokenRate
  /** Bytes sent to one user; while they are overdrawn, commands are refused. */
  readonly bytesOut: TokenRate
  /** Commands of one user that are being worked on. */
  readonly running: number
  /** Sockets of one user in one namespace: more windows than anybody has. */
  readonly socketsPerUser: number
  /** What may wait for one connection to take it; more ends the connection. */
  readonly waiting: { readonly bytes: number; readonly packets: number }
  /** What may wait before that which a later message makes good is left out. */
  readonly behind: { readonly bytes: number; readonly packets: number }
}

export const SOCKET_LIMITS: SocketLimits = {
  // A thousand windows behind one address come back at once after a restart.
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

/** The shares of everybody on one server, across its namespaces. */
export type SocketBudgets = {
  readonly limits: SocketLimits
  readonly handshakes: KeyedTokenBuckets
  readonly guests: GuestCount
  readonly packets: KeyedTokenBuckets
  readonly commands: KeyedTokenBuckets
  readonly bytesOut: KeyedTokenBuckets
  /** Commands that are being worked on, by whose they are. */
  readonly running: Map<string, number>
}

const budgets = new WeakMap<Server, SocketBudgets>()
const clock = { now: () => epochMs(performance.now()) }

/** Sets the shares of a server, once, before anybody connects. */
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
