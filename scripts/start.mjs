// @ts-check
import { performance } from 'node:perf_hooks'
import { ensureInstalled } from './install.mjs'

/** `npm start`: installs what is missing, builds what is stale, starts the server and says where it is. */
async function main() {
  if (!ensureInstalled()) return 1
  // Only now are their dependencies there.
  const { buildStale } = await import('./build.mjs')
  const { answers, isTaken, listenPlace, runServer } = await import('./server-process.mjs')
  const place = listenPlace()
  if (await isTaken(place)) {
    console.error(`Aerie cannot start. Port ${place.port} is in use already: stop what listens there, or set another PORT.`)
    return 1
  }
  try {
    await buildStale()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
  const { ended } = runServer(['--enable-source-maps', '--max-semi-space-size=8', 'apps/server/dist/main.js'], { NODE_ENV: 'production' })
  let isOver = false
  const code = ended.then((exitCode) => {
    isOver = true
    return exitCode
  })
  const seconds = () => (performance.now() / 1_000).toFixed(1)
  if (await answers(`${place.url}/healthz`, () => isOver)) console.log(`Aerie is ready at ${place.url} (${seconds()} s)`)
  if (await answers(`${place.url}/readyz`, () => isOver)) console.log(`All parts are up (${seconds()} s). Ctrl+C stops Aerie.`)
  return await code
}

process.exitCode = await main()
