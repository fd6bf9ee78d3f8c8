import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { LeaderForm, OwnLeader } from '@aerie/wire/copies'
import type { Db } from '../../../platform/db/client.ts'
import { sqlState } from '../../../platform/db/database-errors.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { nameTaken, type PublicNames } from '../../social/index.ts'
import { copyRepository } from '../copy-repository.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly names: Pick<PublicNames, 'set'>
  readonly take: (userId: string) => void
}

export const leaderService = ({ db, clock, names, take }: Deps) => {
  const repository = copyRepository(db)
  const own = async (userId: string): Promise<OwnLeader> => {
    const row = await repository.ownLeader(userId)
    if (row === undefined) return null
    const { id, name, about, isOpen, createdAt } = row
    return { id, name, about, is_open: isOpen, followers: await repository.followersOf(userId), created_at: createdAt.toISOString() }
  }
  const now = () => new Date(clock.now())
  const saveIn = async (tx: Db, userId: string, { name, about }: LeaderForm): Promise<void> => {
    const repository = copyRepository(tx)
    const before = await repository.ownLeader(userId)
    await names.set(tx, { userId, name, stored: before?.name })
    if (name !== before?.name && (await repository.isNameTaken(userId, name))) throw nameTaken()
    const base = before ?? { userId, id: randomUUID(), createdAt: now() }
    await repository.saveLeader({ ...base, name, about, isOpen: true, updatedAt: now() })
  }
  return {
    own,
    /** Sets the name in Social too. @throws AppError bad_input for a name that breaks the rules; conflict if it is taken; rate_limited */
    save: async (userId: string, form: LeaderForm): Promise<OwnLeader> => {
      take(userId)
      await lockingUser(db, userId, (tx) => saveIn(tx, userId, form)).catch((error: unknown) => {
        throw sqlState(error) === '23505' ? nameTaken() : error
      })
      return own(userId)
    },
    /** As in Social; null if it is removed there. @throws AppError conflict */
    rename: async (tx: Db, userId: string, name: string | null): Promise<void> => {
      const repository = copyRepository(tx)
      const leader = await repository.ownLeader(userId)
      if (name === null) {
        if (leader?.isOpen === true) throw nameNeeded()
        return
      }
      if (await repository.isNameTaken(userId, name)) throw nameTaken()
      if (leader !== undefined) await repository.saveLeader({ ...leader, name, updatedAt: now() })
    },
    close: async (userId: string): Promise<OwnLeader> => {
      await repository.closeLeader(userId, now())
      return own(userId)
    },
  }
}

export type LeaderService = ReturnType<typeof leaderService>

const nameNeeded = (): AppError => {
  const detail = 'Others can copy you under this name. Choose another one, or stop being copied first.'
  return new AppError('conflict', { detail, errors: { name: [detail] } })
}
