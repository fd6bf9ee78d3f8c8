import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { operatorLogRepository } from '../../areas/account/index.ts'
import { loadConfig, readEnvironment, WITHOUT_CHAIN } from '../../config.ts'
import { COMMAND_NAME } from '../../platform/db/client.ts'
import { connectDatabase } from '../../platform/db/connect.ts'
import { serverClock } from '../../platform/db/database-clock.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { refuseLiveNodes } from '../../platform/duties/nodes.ts'
import { type RotationResult, rotateSecretKey } from '../secrets/secret-key-rotation.ts'
import { parseName, UsageError } from './usage.ts'

/** `admin rotate-secret-key [--old-key-lost] [--by NAME]`. @throws UsageError; StartFailure if a server is running */
export async function runRotation(args: readonly string[]): Promise<string> {
  const { isOldLost, byName } = readArguments(args)
  const environment = { ...process.env, ...WITHOUT_CHAIN }
  const config = loadConfig(environment, process.cwd())
  const oldSetting = readEnvironment(environment, process.cwd()).OLD_SECRET_KEY?.trim() || undefined
  const print = (line: string): void => void process.stderr.write(`${line}\n`)
  const database = await connectDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, print, name: COMMAND_NAME })
  try {
    await migrate(database.db, { isShared: !database.isAlone })
    // They would go on with the old key.
    await refuseLiveNodes(database.db)
    const clock = await serverClock(config, database.pool)
    const operator = { systemUser: systemUserName(), byName, command: 'admin rotate-secret-key' }
    const result = await rotateSecretKey({
      db: database.db,
      dataDir: config.DATA_DIR,
      setting: config.SECRET_KEY,
      oldSetting,
      isOldLost,
      note: (tx, { opened, unreadable }) =>
        operatorLogRepository(tx).add(operator, {
          at: new Date(clock.now()),
          user: null,
          parameters: { sealed: opened, unreadable, old_key_lost: isOldLost },
        }),
    })
    return resultText(result)
  } finally {
    await database.close()
  }
}

function resultText(result: RotationResult): string {
  if (result.done === 'nothing') return 'The data is sealed with this key already. Nothing was changed.\n'
  const { done, key, opened, unreadable } = result
  const lines =
    done === 'rotated'
      ? [
          `${opened} values are sealed with the new key, which is ${key}. Keep the old one with the backups that were made under it.`,
          ...(unreadable > 0 ? [`${unreadable} could not be opened with the old key and are as they were.`] : []),
        ]
      : [
          `The data is that of the new key now, which is ${key}. ${unreadable} values of the old key stay unreadable, and all recovery codes are removed.`,
          'Users with an authenticator app log in with a passkey, or after "admin factor EMAIL --remove".',
        ]
  return lines.map((line) => `${line}\n`).join('')
}

function readArguments(args: readonly string[]): { readonly isOldLost: boolean; readonly byName: string | null } {
  try {
    const { values } = parseArgs({ args: [...args], options: { by: { type: 'string' }, 'old-key-lost': { type: 'boolean' } } })
    return { isOldLost: values['old-key-lost'] === true, byName: values.by === undefined ? null : parseName(values.by) }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** User name of this process; its numeric id if it has no name, as in a container. */
export function systemUserName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
