import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '@aerie/testkit/port-of'

export type Relay = {
  readonly port: number
  /** Breaks all connections and refuses new ones. */
  readonly cut: () => void
  /** Leaves all connections open, but carries nothing until `restore`, which then delivers what was sent meanwhile. */
  readonly hold: () => void
  readonly restore: () => void
  readonly close: () => void
}

/** Forwards TCP connections to a port of this machine or to a Unix socket. */
export async function relay(target: { readonly port: number } | { readonly path: string }): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'held' | 'cut' = 'open'
  const join = ([one, other]: readonly [Socket, Socket]): void => void one.pipe(other).pipe(one)
  const breakAll = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const server = createServer((client) => {
    if (state === 'cut') return client.resetAndDestroy()
    const pair = [client, connect(target)] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        for (const each of pair) each.destroy()
      })
    }
    if (state === 'open') join(pair)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: portOf(server),
    cut: () => {
      state = 'cut'
      breakAll()
    },
    hold: () => {
      state = 'held'
      for (const [one, other] of pairs) {
        one.unpipe(other).pause()
        other.unpipe(one).pause()
      }
    },
    restore: () => {
      if (state === 'held') for (const pair of pairs) join(pair)
      state = 'open'
    },
    close: () => {
      breakAll()
      server.close()
    },
  }
}
