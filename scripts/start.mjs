// @ts-check
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureInstalled } from './install.mjs'

const SERVER = ['--enable-source-maps', '--max-semi-space-size=8', 'apps/server/dist/main.js']

/** `npm start`: installs what is missing, builds what is stale, starts the server and says where it is. */
async function main() {
  if (!ensureInstalled()) return 1
  // Only now are their dependencies there.
  const { buildStale } = await import('./build.mjs')
  const { announce, becomeServer, canBecome, isTaken, listenPlace, runServer } = await import('./server-process.mjs')
  const place = listenPlace()
  if (await isTaken(place)) {
    console.error(`Aerie cannot start. Port ${place.port} is in use already: stop what listens there, or set another PORT.`)
    return 1
  }
  try {
    const built = await buildStale()
    if (built.includes('server')) await endCompiler()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
  const env = { NODE_ENV: 'production' }
  const startedAt = performance.timeOrigin
  if (canBecome()) {
    announce(process.pid, place.url, startedAt)
    return becomeServer(SERVER, env)
  }
  const { child, ended } = runServer(SERVER, env)
  announce(child.pid ?? 0, place.url, startedAt)
  return await ended
}

/** The compiler of the server waits for more work in a process of its own, of which the server knows nothing. */
async function endCompiler() {
  const { stop } = await import('esbuild')
  await stop()
  // Until its end has been noticed here.
  await pause(50)
}

const [, , task, ...facts] = process.argv
if (task === 'announce') {
  const { sayWhenReady } = await import('./server-process.mjs')
  await sayWhenReady(facts)
} else process.exitCode = await main()
