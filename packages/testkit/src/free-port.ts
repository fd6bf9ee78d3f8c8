import { createServer } from 'node:net'

/** Below the kernel's ephemeral range, so that a restarted server finds its port still free. */
const FIRST = 20_000
/** Ports per test worker; parallel files never share a range. */
const OF_A_WORKER = 1_000
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 10
let tried = process.pid % OF_A_WORKER

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let left = OF_A_WORKER; left > 0; left -= 1) {
    tried = (tried + 1) % OF_A_WORKER
    const port = FIRST + worker * OF_A_WORKER + tried
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}
