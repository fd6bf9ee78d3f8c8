/** The part of a Socket.IO client that this module uses. */
export type LiveTransport = {
  readonly connected: boolean
  /** Whether it goes on trying by itself. */
  readonly active: boolean
  // biome-ignore lint/suspicious/noExplicitAny: the type Socket.IO gives its listeners; every message is parsed
  on(event: string, listener: (...args: any[]) => void): unknown
  emit(event: string, ...args: unknown[]): unknown
  connect(): unknown
  disconnect(): unknown
}
/** What only some screens want of the connection: they bring it along when they are loaded. */
export type LivePart = (socket: LiveTransport) => void

/** The connection of this window, as the screens use it. */
export type LiveSocket = {
  readonly sendRequest: () => void
  readonly sendWatch: () => void
  /** Lets a part that came later hear and speak on this connection. */
  readonly join: (part: LivePart) => void
}
