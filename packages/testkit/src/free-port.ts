import { createServer } from 'node:net'

/** Below the ports that a kernel gives to whoever asks for any: a server that starts again finds its own as it left it. */
const FIRST = 20_000
/** Ports of a worker of the suite; files that run side by side never try the same one. */
const OF_A_WORKER = 1_000
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 10
let tried = process.pid % OF_A_WORKER

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port that was free a moment ago on the loopback address. */
export async function freePort(): Promise<number> {
  for (let left = OF_A_WORKER; left > 0; left -= 1) {
    tried = (tried + 1) % OF_A_WORKER
    const port = FIRST + worker * OF_A_WORKER + tried
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}
