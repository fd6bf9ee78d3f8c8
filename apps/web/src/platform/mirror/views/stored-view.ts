import { INTERVALS } from '@aerie/core/market/candle'
import { symbol } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { useSession } from '../../session/session.ts'
import { readSessionValue, writeSessionValue } from '../own-storage.ts'

/** Session storage key. Survives a reload; cleared on logout. */
const KEY = 'aerie-view'

const channelView = z.strictObject({
  instrument: z.strictObject({ symbol, label: z.string().check(z.maxLength(80)) }),
  interval: z.enum(INTERVALS),
  hours: z.int().check(z.gte(1), z.lte(24)),
  range: z.nullable(z.strictObject({ from: z.number(), until: z.number() })),
})
type StoredChannel = z.output<typeof channelView>
const storedView = z.strictObject({ user: z.string(), channels: z.array(channelView) })

const userHere = (): string | undefined => {
  const { user, token } = useSession.getState()
  return token === null ? undefined : user?.user_id
}

/** Channel 1 first; null if this user has no valid stored view. */
export function readStoredView(): readonly StoredChannel[] | null {
  const user = userHere()
  const parsed = z.safeParse(storedView, parseJson(readSessionValue(KEY)))
  return user !== undefined && parsed.success && parsed.data.user === user ? parsed.data.channels : null
}

/** Stores nothing for guests or after logout. */
export function storeView(channels: readonly StoredChannel[]): void {
  const user = userHere()
  if (user !== undefined) writeSessionValue(KEY, JSON.stringify({ user, channels }))
}

function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null // foreign value under this key
  }
}
