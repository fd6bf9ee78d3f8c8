import type { Server } from 'node:net'

/** The port that a server listens on. @throws Error where it listens on none */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('This server does not listen on a port.')
  return address.port
}
