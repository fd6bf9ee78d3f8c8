import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_DATA_DIR, readEnvironment } from '../config.ts'
import { type ChainDeps, parseChainCommand } from './chain/chain-commands.ts'
import { parseCommand } from './commands.ts'
import { runRestore } from './restore-command.ts'
import { runRotation } from './rotate-command.ts'
import { askTerminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

/** Runs a command of the operator, `admin …`; resolves to what to print. @throws UsageError, and what the command throws */
export async function runAdmin(args: string[]): Promise<string> {
  const [area, verb, ...rest] = args
  // Not over a database that is migrated already: a backup is put into the tables that it was made of.
  if (area === 'admin' && verb === 'restore') return await runRestore(rest)
  if (area === 'admin' && verb === 'rotate-secret-key') return await runRotation(rest)
  if (area === 'admin' && verb === 'chain') return await withDatabase(parseChainCommand(rest, chainDeps()))
  return await withDatabase(parseCommand(args))
}

function chainDeps(): ChainDeps {
  const env = readEnvironment(process.env, process.cwd())
  return { env, dataDir: env.DATA_DIR || DEFAULT_DATA_DIR, ask: askTerminal, pause }
}
