// @ts-check
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './run-step.mjs'

/** `npm run dev`: the server from source, restarted on change, and Vite in front of it with hot reload. */
async function main() {
  if (!ensureInstalled()) return 1
  const { isTaken, listenPlace, runServer } = await import('./server-process.mjs')
  const place = listenPlace()
  if ('trouble' in place) {
    console.error(`Aerie cannot start. ${place.trouble}`)
    return 1
  }
  if (await isTaken(place)) {
    console.error(`Aerie cannot start. Port ${place.port} is in use already: stop what listens there, or set another PORT.`)
    return 1
  }
  const server = runServer(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'])
  const vite = runServer([join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'apps/web'], { AERIE_SERVER_URL: place.url })
  void server.ended.then(() => vite.child.kill('SIGTERM'))
  void vite.ended.then(() => server.child.kill('SIGTERM'))
  const [code] = await Promise.all([server.ended, vite.ended])
  return code
}

process.exitCode = await main()
