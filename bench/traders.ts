import { randomUUID } from 'node:crypto'
import { systemClock } from '@aerie/core/time'
import { userRepository } from '../apps/server/src/areas/account/details/user-repository.ts'
import { accountKeys } from '../apps/server/src/areas/account/secrets.ts'
import { accessTokens } from '../apps/server/src/areas/account/sessions/access-tokens.ts'
import { sessionService } from '../apps/server/src/areas/account/sessions/session-service.ts'
import type { Database } from '../apps/server/src/platform/db/client.ts'

/** Creates confirmed users. @returns the access token of each */
export function openTraders(db: Database, secretKey: Uint8Array, count: number): Promise<string[]> {
  const keys = accountKeys(secretKey)
  const tokens = accessTokens({ key: keys.signing, clock: systemClock })
  const sessions = sessionService({ db, clock: systemClock, tokens, refreshKey: keys.refresh, onOpen: () => Promise.resolve() })
  const users = Array.from({ length: count }, (_, index) => `bench${index}@example.com`)
  return Promise.all(
    users.map((email) =>
      db.transaction(async (tx) => {
        const repository = userRepository(tx)
        const at = new Date()
        const id = randomUUID()
        await repository.insert({ id, email, passwordHash: '', firstName: 'B', lastName: 'B', at })
        await repository.update(id, { isConfirmed: true }, at)
        const owner = await repository.findByEmail(email)
        if (owner === undefined) throw new Error(`${email} was not stored`)
        return (await sessions.open(tx, owner, { address: '127.0.0.1', userAgent: 'bench' })).token
      }),
    ),
  )
}
