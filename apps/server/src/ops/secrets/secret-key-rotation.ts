import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, type Db, SERVER_NAME } from '../../platform/db/client.ts'
import { recoveryCodes } from '../../platform/db/schema/account-security.ts'
import { sealedKeys } from '../../platform/db/schema/sealed-keys.ts'
import { derivedKey, sealedBox } from '../../platform/secrets/sealed-box.ts'
import { acceptNextKey, drawNextKey, forgetNextKey, nextKey, storedKey } from '../../platform/secrets/secret-key.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { countSealed, resealAll, SEALED_KEYS_PURPOSE, type SealedCount } from './sealed-data.ts'

/** HMAC key of recovery codes: hashes cannot be recomputed with another SECRET_KEY, so the key is stored sealed. */
const RECOVERY_CODES = 'recovery codes'

export type SecretKeys = { readonly secretKey: Uint8Array; readonly recoveryKey: Uint8Array }
type KeyLocation = {
  readonly db: Database
  readonly dataDir: string /** SECRET_KEY, where it is set. */
  readonly setting: string | undefined
}

/** Data never verified matches if the key opens anything. Completes an interrupted rotation. @throws StartFailure */
export async function matchSecretKey({ db, dataDir, setting }: KeyLocation, secretKey: Uint8Array): Promise<SecretKeys> {
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

async function recoveryKeyOf(db: Db, secretKey: Uint8Array): Promise<Uint8Array | undefined> {
  const box = sealedBox(secretKey, SEALED_KEYS_PURPOSE)
  // Waits for a running rotation.
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

type Rotation = KeyLocation & {
  readonly oldSetting: string | undefined
  /** The old key is lost: data sealed with it is given up. */
  readonly isOldLost: boolean
  readonly note: (tx: Db, sealed: SealedCount) => Promise<void>
}
/** `key`: location of the new one. Undefined if the data already uses it. */
export type RotationResult =
  | { readonly done: 'nothing' }
  | ({ readonly done: 'rotated' | 'given up'; readonly key: 'in the settings' | 'in DATA_DIR' } & SealedCount)

/** One transaction; repeatable if interrupted. @throws StartFailure if the old key does not match, or a server is connected */
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

/** The rotation was committed, but the new key is not in place yet. */
async function endCutOff(tx: Db, dataDir: string): Promise<boolean> {
  const next = nextKey(dataDir)
  if (next === undefined || (await recoveryKeyOf(tx, next)) === undefined) return false
  acceptNextKey(dataDir)
  return true
}

type Keys = {
  readonly from: Uint8Array | undefined
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

/** Recovery codes are lost with their key; other data stays unreadable until its owner renews it. */
async function giveUp(tx: Db, { dataDir }: Rotation, { from, to }: Keys, draw: () => Uint8Array): Promise<Resealed> {
  if (from !== undefined && (await recoveryKeyOf(tx, from)) !== undefined)
    throw new StartFailure(`The old key is not lost: it is OLD_SECRET_KEY, or in ${dataDir}/secret-key. Run this without --old-key-lost`)
  const next = to ?? draw()
  const sealed = sealedBox(next, SEALED_KEYS_PURPOSE).seal(randomBytes(32).toString('base64'), RECOVERY_CODES)
  await tx.delete(recoveryCodes)
  await tx.insert(sealedKeys).values({ name: RECOVERY_CODES, sealed }).onConflictDoUpdate({ target: sealedKeys.name, set: { sealed } })
  return { done: 'given up', ...(await countSealed(tx, next)) }
}

/** A server starting meanwhile waits and then finds that its key is outdated. */
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

async function connectedServers(tx: Db): Promise<number> {
  const { rows } = await tx.execute(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = ${SERVER_NAME}`,
  )
  return z.parse(counted, rows[0]).n
}
