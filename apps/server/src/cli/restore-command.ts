import { parseArgs } from 'node:util'
import { systemClock } from '@aerie/core/time'
import { restoreBackup } from '../backup/restore-backup.ts'
import { loadConfig, WITHOUT_CHAIN } from '../config.ts'
import { COMMAND_NAME } from '../db/client.ts'
import { connectDatabase } from '../db/connect.ts'
import { operatorLogRepository } from '../modules/accounts/operator-log.ts'
import { systemUserName } from './system-user.ts'
import { parseName, UsageError } from './usage.ts'

/**
 * `admin restore FILE [--by NAME]`: into the database and DATA_DIR of the settings, which no server may use meanwhile.
 *
 * @throws UsageError; StartFailure where a server runs; BackupFault
 */
export async function runRestore(args: readonly string[]): Promise<string> {
  const { path, byName } = readWords(args)
  const config = loadConfig({ ...process.env, ...WITHOUT_CHAIN }, process.cwd())
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const database = await connectDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, say, name: COMMAND_NAME })
  try {
    const operator = { systemUser: systemUserName(), byName, command: 'admin restore' }
    const { createdAt, rows, files } = await restoreBackup({
      db: database.db,
      dataDir: config.DATA_DIR,
      path,
      note: (tx, head) =>
        operatorLogRepository(tx).add(operator, {
          at: new Date(systemClock.now()),
          user: null,
          parameters: { backup_of: head.created_at, by_version: head.version },
        }),
    })
    return `The backup of ${createdAt} is restored: ${rows} rows and ${files.length} files.\n`
  } finally {
    await database.close()
  }
}

function readWords(args: readonly string[]): { readonly path: string; readonly byName: string | null } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { by: { type: 'string' } } })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('"admin restore" takes the name of one file.')
    return { path, byName: values.by === undefined ? null : parseName(values.by) }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}
