// @ts-check
/**
 * `npm run attack [-- --inputs N --seconds N --settle N --seed N]`: fuzzes a built server of its own on this machine and says
 * what came of it (docs/security/threats.md). Fails where the server ends, answers 5xx, is held up, or keeps the memory.
 */
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'

async function main() {
  if (!ensureInstalled()) return 1
  const { buildStale } = await import('./build.mjs')
  const { runServer } = await import('./server-process.mjs')
  await buildStale()
  return await runServer(['--disable-warning=ExperimentalWarning', join('e2e', 'attack', 'main.ts'), ...process.argv.slice(2)]).ended
}

process.exitCode = await main()
