// @ts-check
import { performance } from 'node:perf_hooks'
import { ensureInstalled } from './install.mjs'
import { pinnedNode, runStep } from './run-step.mjs'
import { SERVER_ENV, SERVER_FLAGS } from './server-options.mjs'
import { isTaken, listenPlace, sayWhenReady, supervise } from './server-process.mjs'

const SERVER = [...SERVER_FLAGS, 'apps/server/dist/main.js']

/** `npm start`: installs what is missing, builds what is out of date, starts and supervises the server, and prints its address. */
async function main() {
  const place = listenPlace()
  if ('trouble' in place) return cannotStart(place.trouble)
  if (await isTaken(place)) return cannotStart(`Port ${place.port} is in use already: stop what listens there, or set another PORT.`)
  if (!ensureInstalled()) return 1
  // In its own process: memory used by a build would otherwise be held as long as the server runs.
  const { code } = await runStep([pinnedNode(), 'scripts/build.mjs', '--stale'])
  if (code !== 0) return 1
  return await supervise(SERVER, SERVER_ENV, { url: place.url, startedAt: performance.timeOrigin })
}

/** @param {string} reason */
function cannotStart(reason) {
  console.error(`Aerie cannot start. ${reason}`)
  return 1
}

const [, , task, ...facts] = process.argv
if (task === 'announce') await sayWhenReady(facts)
else process.exitCode = await main()
