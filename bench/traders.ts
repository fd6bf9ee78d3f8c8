import { randomUUID } from 'node:crypto'
import { systemClock } from '@aerie/core/time'
import { userRepository } from '../apps/server/src/areas/account/details/user-repository.ts'
import { accountKeys } from '../apps/server/src/areas/account/secrets.ts'
import { accessTokens } from '../apps/server/src/areas/account/sessions/access-tokens.ts'
import { sessionService } from '../apps/server/src/areas/account/sessions/session-service.ts'
import type { Database } from '../apps/server/src/platform/db/client.ts'

/** More would wait for a connection, on a busy machine for too long. */
const AT_ONCE = 10

/** Creates confirmed users. @returns the access token of each */
export async function openTraders(db: Database, secretKey: Uint8Array, count: number): Promise<string[]> {
  const keys = accountKeys(secretKey)
  const access = accessTokens({ key: keys.signing, clock: systemClock })
  const sessions = sessionService({ db, clock: systemClock, tokens: access, refreshKey: keys.refresh, onOpen: () => Promise.resolve() })
  const open = (email: string): Promise<string> =>
    db.transaction(async (tx) => {
      const repository = userRepository(tx)
      const at = new Date()
      const id = randomUUID()
      await repository.insert({ id, email, passwordHash: '', firstName: 'B', lastName: 'B', at })
      await repository.update(id, { isConfirmed: true }, at)
      const owner = await repository.findByEmail(email)
      if (owner === undefined) throw new Error(`${email} was not stored`)
      return (await sessions.open(tx, owner, { address: '127.0.0.1', userAgent: 'bench' })).token
    })
  const users = Array.from({ length: count }, (_, index) => `bench${index}@example.com`)
  const tokens: string[] = []
  for (let from = 0; from < count; from += AT_ONCE) tokens.push(...(await Promise.all(users.slice(from, from + AT_ONCE).map(open))))
  return tokens
}
