import type { Server } from 'node:net'

/** Port a server listens on. @throws Error if not listening */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('This server does not listen on a port.')
  return address.port
}
