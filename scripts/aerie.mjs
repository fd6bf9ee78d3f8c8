// @ts-check
import { ensureInstalled } from './install.mjs'

/** `npm run aerie -- …`: the operator's commands, from a fresh build of the server. */
async function main() {
  if (!ensureInstalled()) return 1
  const { buildStale } = await import('./build.mjs')
  const { runServer } = await import('./server-process.mjs')
  try {
    await buildStale({ only: 'server', quiet: true })
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
  return await runServer(['--enable-source-maps', 'apps/server/dist/cli.js', ...process.argv.slice(2)], { NODE_ENV: 'production' }).ended
}

process.exitCode = await main()
