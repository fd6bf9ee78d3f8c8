import type { JsonWebKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { deliveryValues } from '../../../platform/db/schema/deliveries.ts'
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts'
import { VAPID_KEY } from '../deliveries/sealed-values.ts'
import { drawVapidKey } from './web-push.ts'

const KEY = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() })

/** With concurrent processes the first wins. If SECRET_KEY has changed, a new pair is generated and browsers must resubscribe. */
export function vapidKeys(db: Db, box: SealedBox, onLost: () => void): () => Promise<JsonWebKey> {
  let kept: Promise<JsonWebKey> | undefined
  const stored = async (): Promise<Buffer | undefined> =>
    (await db.select().from(deliveryValues).where(eq(deliveryValues.name, VAPID_KEY)))[0]?.value
  const opened = (sealed: Buffer | undefined): JsonWebKey | undefined => {
    if (sealed === undefined) return undefined
    try {
      return z.parse(KEY, JSON.parse(box.open(sealed, VAPID_KEY)))
    } catch {
      onLost()
      return undefined
    }
  }
  const load = async (): Promise<JsonWebKey> => {
    const known = opened(await stored())
    if (known !== undefined) return known
    const value = box.seal(JSON.stringify(drawVapidKey()), VAPID_KEY)
    const isLost = (await stored()) !== undefined
    const insert = db.insert(deliveryValues).values({ name: VAPID_KEY, value })
    await (isLost ? insert.onConflictDoUpdate({ target: deliveryValues.name, set: { value } }) : insert.onConflictDoNothing())
    const made = opened(await stored())
    if (made === undefined) throw new Error('the key of push messages could not be stored')
    return made
  }
  return () => {
    kept ??= load().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}
