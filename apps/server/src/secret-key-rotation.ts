import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, type Db, SERVER_NAME } from './db/client.ts'
import { recoveryCodes } from './db/schema/account-security.ts'
import { sealedKeys } from './db/schema/sealed-keys.ts'
import { derivedKey } from './derived-key.ts'
import { sealedBox } from './sealed-box.ts'
import { countSealed, resealAll, SEALED_KEYS_PURPOSE, type SealedCount } from './sealed-data.ts'
import { acceptNextKey, drawNextKey, forgetNextKey, nextKey, storedKey } from './secret-key.ts'
import { StartFailure } from './start-failure.ts'

/** The key of the hashes of recovery codes: hashes cannot be made again with another SECRET_KEY, so it is kept, sealed. */
const RECOVERY_CODES = 'recovery codes'

export type SecretKeys = { readonly secretKey: Uint8Array; readonly recoveryKey: Uint8Array }
type Place = { readonly db: Database; readonly dataDir: string /** SECRET_KEY, where it is set. */; readonly setting: string | undefined }

/**
 * Checks that the data was sealed with this key; data that was never checked is that key's if it opens anything. Ends a rotation of the
 * key in DATA_DIR that was cut off.
 *
 * @throws StartFailure where the data was sealed with another key
 */
export async function matchSecretKey({ db, dataDir, setting }: Place, secretKey: Uint8Array): Promise<SecretKeys> {
  const recoveryKey = await recoveryKeyOf(db, secretKey)
  if (recoveryKey !== undefined) {
    if (setting === undefined) forgetNextKey(dataDir)
    return { secretKey, recoveryKey }
  }
  const next = setting === undefined ? nextKey(dataDir) : undefined
  const recovered = next && (await recoveryKeyOf(db, next))
  if (next !== undefined && recovered !== undefined) {
    acceptNextKey(dataDir)
    return { secretKey: next, recoveryKey: recovered }
  }
  const given = setting === undefined ? `the key in ${dataDir}/secret-key` : 'SECRET_KEY'
  throw new StartFailure(
    `The data was sealed with another secret key than ${given}: bring the old key back. To replace it, see "admin rotate-secret-key" in docs/operate/secret-key.md`,
  )
}

/** Undefined where the data was sealed with another key. */
async function recoveryKeyOf(db: Db, secretKey: Uint8Array): Promise<Uint8Array | undefined> {
  const box = sealedBox(secretKey, SEALED_KEYS_PURPOSE)
  // A rotation that is under way is waited for.
  const find = async () => (await db.select().from(sealedKeys).where(eq(sealedKeys.name, RECOVERY_CODES)).for('share'))[0]
  let row = await find()
  if (row === undefined) {
    const { opened, unreadable } = await countSealed(db, secretKey)
    if (opened === 0 && unreadable > 0) return undefined
    const sealed = box.seal(derivedKey(secretKey, 'one-time codes').toString('base64'), RECOVERY_CODES)
    await db.insert(sealedKeys).values({ name: RECOVERY_CODES, sealed }).onConflictDoNothing()
    row = await find()
  }
  try {
    return row && Buffer.from(box.open(row.sealed, RECOVERY_CODES), 'base64')
  } catch {
    return undefined
  }
}

type Rotation = Place & {
  /** OLD_SECRET_KEY, where it is set. */
  readonly oldSetting: string | undefined
  /** The old key is gone: what it has sealed is given up. */
  readonly isOldLost: boolean
  /** Writes the change down, over its transaction. */
  readonly note: (tx: Db, sealed: SealedCount) => Promise<void>
}
/** What a rotation has done; `key` says where the new one is. Nothing where the data has the new key already. */
export type RotationResult =
  | { readonly done: 'nothing' }
  | ({ readonly done: 'rotated' | 'given up'; readonly key: 'in the settings' | 'in DATA_DIR' } & SealedCount)

/**
 * Seals everything with a new secret key, in one transaction: SECRET_KEY where it is set, otherwise a drawn one, which then takes the place
 * of the key in DATA_DIR. Cut off at any point, it has happened or not, and can be run again.
 *
 * @throws StartFailure where the old key is not that of the data, or a server is connected to it
 */
export async function rotateSecretKey(rotation: Rotation): Promise<RotationResult> {
  const { db, dataDir, setting, note } = rotation
  let isDrawn = false
  const draw = (): Uint8Array => {
    isDrawn = true
    return drawNextKey(dataDir)
  }
  const result = await aloneOn(db, async (tx): Promise<RotationResult> => {
    if (setting === undefined && (await endCutOff(tx, dataDir))) return { done: 'nothing' }
    const keys = keysOf(rotation)
    if (keys.to !== undefined && (await recoveryKeyOf(tx, keys.to)) !== undefined) return { done: 'nothing' }
    const work = rotation.isOldLost ? giveUp : reseal
    const { done, ...sealed } = await work(tx, rotation, keys, draw)
    await note(tx, sealed)
    return { done, key: setting === undefined ? 'in DATA_DIR' : 'in the settings', ...sealed }
  })
  if (isDrawn) acceptNextKey(dataDir)
  return result
}

/** The transaction of a rotation was through, but the new key is not in its place. */
async function endCutOff(tx: Db, dataDir: string): Promise<boolean> {
  const next = nextKey(dataDir)
  if (next === undefined || (await recoveryKeyOf(tx, next)) === undefined) return false
  acceptNextKey(dataDir)
  return true
}

type Keys = {
  readonly from: Uint8Array | undefined
  /** Undefined where one is to be drawn. */
  readonly to: Uint8Array | undefined
}

function keysOf({ dataDir, setting, oldSetting, isOldLost }: Rotation): Keys {
  const stored = storedKey(dataDir)
  const encoded = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text))
  const isStoredNew = oldSetting !== undefined || isOldLost
  return { from: encoded(oldSetting) ?? stored, to: encoded(setting) ?? (isStoredNew ? stored : undefined) }
}

type Resealed = { readonly done: 'rotated' | 'given up' } & SealedCount

async function reseal(tx: Db, { dataDir, oldSetting }: Rotation, { from, to }: Keys, draw: () => Uint8Array): Promise<Resealed> {
  if (from === undefined)
    throw new StartFailure(`There is no key in ${dataDir}/secret-key: set OLD_SECRET_KEY to the key that the data was sealed with`)
  if ((await recoveryKeyOf(tx, from)) === undefined) {
    const given = oldSetting === undefined ? `the key in ${dataDir}/secret-key` : 'OLD_SECRET_KEY'
    throw new StartFailure(`The data was not sealed with ${given}: set OLD_SECRET_KEY to the key that it was sealed with`)
  }
  return { done: 'rotated', ...(await resealAll(tx, { from, to: to ?? draw() })) }
}

/** Recovery codes are gone with the key of their hashes; what else the old key has sealed stays unreadable until its owner renews it. */
async function giveUp(tx: Db, { dataDir }: Rotation, { from, to }: Keys, draw: () => Uint8Array): Promise<Resealed> {
  if (from !== undefined && (await recoveryKeyOf(tx, from)) !== undefined)
    throw new StartFailure(`The old key is not lost: it is OLD_SECRET_KEY, or in ${dataDir}/secret-key. Run this without --old-key-lost`)
  const next = to ?? draw()
  const sealed = sealedBox(next, SEALED_KEYS_PURPOSE).seal(randomBytes(32).toString('base64'), RECOVERY_CODES)
  await tx.delete(recoveryCodes)
  await tx.insert(sealedKeys).values({ name: RECOVERY_CODES, sealed }).onConflictDoUpdate({ target: sealedKeys.name, set: { sealed } })
  return { done: 'given up', ...(await countSealed(tx, next)) }
}

/** A server that starts meanwhile waits for it, and then finds that its key is the old one. */
function aloneOn<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      await tx.execute(sql`lock table ${sealedKeys} in exclusive mode`)
      if ((await connectedServers(tx)) > 0)
        throw new StartFailure('An Aerie is connected to this database: stop it, and run this again while none is')
      return work(tx)
    },
    { isolationLevel: 'read committed' },
  )
}

const counted = z.object({ n: z.number() })

/** Connections of servers; those of commands have another name. */
async function connectedServers(tx: Db): Promise<number> {
  const { rows } = await tx.execute(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = ${SERVER_NAME}`,
  )
  return z.parse(counted, rows[0]).n
}
