import type { WireFault } from '@aerie/wire/event-subscriber'

export type LiveTransport = {
  readonly connected: boolean
  readonly active: boolean
  // biome-ignore lint/suspicious/noExplicitAny: the type Socket.IO gives its listeners; every message is parsed
  on(event: string, listener: (...args: any[]) => void): unknown
  emit(event: string, ...args: unknown[]): unknown
  connect(): unknown
  disconnect(): unknown
}
export type LivePart = (socket: LiveTransport) => void

export type LiveSocket = {
  readonly sendRequest: () => void
  readonly sendWatch: () => void
  readonly join: (part: LivePart) => void
}

export const reportFault = ({ event, errors }: WireFault): void =>
  console.error(`A message "${event}" of the server is not as agreed and was left out:`, errors)
