import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { LeaderForm, OwnLeader } from '@aerie/wire/copies'
import type { Db } from '../../../db/client.ts'
import { sqlState } from '../../../db/serializable.ts'
import { AppError } from '../../../plugins/app-error.ts'
import { copyRepository } from '../copy-repository.ts'
import { COPY_WORDS } from '../copy-words.ts'

type Deps = { readonly db: Db; readonly clock: Clock }

/** Users who let others copy them. */
export const leaderService = ({ db, clock }: Deps) => {
  const repository = copyRepository(db)
  const own = async (userId: string): Promise<OwnLeader> => {
    const row = await repository.ownLeader(userId)
    if (row === undefined) return null
    const { id, name, about, isOpen, createdAt } = row
    return { id, name, about, is_open: isOpen, followers: await repository.followersOf(userId), created_at: createdAt.toISOString() }
  }
  return {
    own,
    /** @throws AppError conflict where the name is taken */
    save: async (userId: string, { name, about }: LeaderForm): Promise<OwnLeader> => {
      const [now, before] = [new Date(clock.now()), await repository.ownLeader(userId)]
      const base = before ?? { userId, id: randomUUID(), createdAt: now }
      try {
        await repository.saveLeader({ ...base, name, about, isOpen: true, updatedAt: now })
      } catch (error) {
        if (sqlState(error) === '23505') throw new AppError('conflict', { detail: COPY_WORDS.name, errors: { name: [COPY_WORDS.name] } })
        throw error
      }
      return own(userId)
    },
    /** No copies any more: those that go on are paused within seconds, and their users told. */
    close: async (userId: string): Promise<OwnLeader> => {
      await repository.closeLeader(userId, new Date(clock.now()))
      return own(userId)
    },
  }
}

export type LeaderService = ReturnType<typeof leaderService>
