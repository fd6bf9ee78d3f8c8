// @ts-check
/**
 * `npm run attack [-- --inputs N --seconds N --settle N --seed N]`: fuzzes its own built server on this machine (docs/security/threats.md).
 * Fails if the server exits, responds 5xx, blocks its event loop or leaks memory.
 */
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'

async function main() {
  if (!ensureInstalled({ tools: true })) return 1
  const { buildStale } = await import('./build.mjs')
  const { runServer } = await import('./server-process.mjs')
  await buildStale()
  return await runServer(['--disable-warning=ExperimentalWarning', join('e2e', 'attack', 'main.ts'), ...process.argv.slice(2)]).ended
}

process.exitCode = await main()
