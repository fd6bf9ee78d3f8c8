import { systemClock } from '@aerie/core/time'
import { newestMigration, writeBackup } from '../backup/write-backup.ts'
import { loadConfig, WITHOUT_CHAIN } from '../config.ts'
import { COMMAND_NAME } from '../db/client.ts'
import { connectDatabase } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { administrationService } from '../modules/accounts/administration-service.ts'
import { argon2Passwords } from '../modules/accounts/password/passwords.ts'
import { rebuildJournal } from '../modules/journal/rebuild-journal.ts'
import { mailQueue } from '../modules/mail/mail-service.ts'
import { sendMarketCommand } from '../modules/market/commands/market-command-listener.ts'
import { moderation } from '../modules/social/moderation.ts'
import { rebuildAll } from '../modules/trading/accounts/rebuild.ts'
import { appErrorOf } from '../plugins/problem.ts'
import type { Command } from './commands.ts'
import { systemUserName } from './system-user.ts'
import { UsageError } from './usage.ts'

const MAX_STDIN_BYTES = 4_096

/**
 * Runs a command over the database of the settings, and stops what that has started.
 *
 * @throws StartFailure where the database does not answer, is of a newer program, or of an older one that may be running; BackupFault
 *   where it has no tables to be kept; AppError, UsageError and FoundFault of the command
 */
export async function withDatabase(command: Command): Promise<string> {
  const config = loadConfig({ ...process.env, ...WITHOUT_CHAIN }, process.cwd())
  const database = await connectDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    say: (line) => void process.stderr.write(`${line}\n`),
    name: COMMAND_NAME,
    mayJoin: true,
  })
  try {
    if (command.keepsTables === true) await newestMigration(database.db.$client)
    else await migrate(database.db, { isShared: !database.isAlone })
    return await command({
      administrationFor: (caller) =>
        administrationService({
          db: database.db,
          clock: systemClock,
          passwords: argon2Passwords(),
          queueMail: mailQueue(systemClock),
          operator: { ...caller, systemUser: systemUserName() },
        }),
      moderationFor: (caller) => moderation({ db: database.db, clock: systemClock, operator: { ...caller, systemUser: systemUserName() } }),
      warn: (line) => void process.stderr.write(`${line}\n`),
      readStdin,
      sendMarketCommand: (command) => sendMarketCommand(database.db.$client, command),
      backup: (path) => writeBackup({ db: database.db, clock: systemClock, dataDir: config.DATA_DIR, path }),
      rebuildTrading: () => rebuildAll(database.db),
      rebuildJournal: () => rebuildJournal(database.db),
    })
  } catch (error) {
    throw sayable(error)
  } finally {
    await database.close()
  }
}

/** A database that went away or text that it cannot hold, in words as the server has them; anything else as it is. */
function sayable(error: unknown): unknown {
  const known = appErrorOf(error)
  return known.code === 'internal' ? error : known
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const part of process.stdin) {
    const chunk = Buffer.from(part)
    size += chunk.length
    if (size > MAX_STDIN_BYTES) throw new UsageError('The password on standard input is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
