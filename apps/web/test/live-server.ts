import type { attachLive } from '../src/platform/live/socket/live-socket.ts'

export function fakeTransport() {
  const listeners = new Map<string, ((...args: unknown[]) => void)[]>()
  const managers = new Map<string, () => void>()
  const transport = {
    connected: false,
    active: true,
    closes: 0,
    io: {
      _readyState: 'closed',
      on: (event: string, listener: () => void) => managers.set(event, listener),
      _close: () => {
        transport.closes++
        transport.deliver('disconnect', 'forced close')
      },
    },
    sign: (event: string) => managers.get(event)?.(),
    sent: [] as [string, unknown][],
    connects: 0,
    disconnects: 0,
    on: (event: string, listener: (...args: unknown[]) => void) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    emit: (event: string, message: unknown) => transport.sent.push([event, message]),
    connect: () => {
      transport.active = true
      transport.io._readyState = 'opening'
      return transport.connects++
    },
    disconnect: () => transport.disconnects++,
    deliver: (event: string, ...args: unknown[]) => {
      const state = { connect: 'open', disconnect: 'closed', connect_error: 'closed' }[event]
      if (state !== undefined) transport.io._readyState = state
      if (event === 'connect') transport.connected = true
      if (event === 'disconnect') transport.connected = false
      for (const listener of listeners.get(event) ?? []) listener(...args)
    },
  }
  return transport satisfies Parameters<typeof attachLive>[0]
}
