import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { LeaderForm, OwnLeader } from '@aerie/wire/copies'
import { isReservedName } from '@aerie/wire/public-names'
import type { Db } from '../../../platform/db/client.ts'
import { sqlState } from '../../../platform/db/database-errors.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type CopyRepository, copyRepository } from '../copy-repository.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly take: (userId: string) => void
}

export const leaderService = ({ db, clock, take }: Deps) => {
  const repository = copyRepository(db)
  const own = async (userId: string): Promise<OwnLeader> => {
    const row = await repository.ownLeader(userId)
    if (row === undefined) return null
    const { id, name, about, isOpen, createdAt } = row
    return { id, name, about, is_open: isOpen, followers: await repository.followersOf(userId), created_at: createdAt.toISOString() }
  }
  return {
    own,
    /** @throws AppError bad_input for a confusable name; conflict if it is taken; rate_limited */
    save: async (userId: string, form: LeaderForm): Promise<OwnLeader> => {
      take(userId)
      try {
        const saving = { userId, form, now: new Date(clock.now()) }
        await db.transaction((tx) => saveIn(copyRepository(tx), saving), { isolationLevel: 'read committed' })
      } catch (error) {
        if (sqlState(error) === '23505') throw taken()
        throw error
      }
      return own(userId)
    },
    close: async (userId: string): Promise<OwnLeader> => {
      await repository.closeLeader(userId, new Date(clock.now()))
      return own(userId)
    },
  }
}

export type LeaderService = ReturnType<typeof leaderService>

type Saving = { readonly userId: string; readonly form: LeaderForm; readonly now: Date }

/** Serialized, so that concurrent requests cannot take the same name. An unchanged name is always allowed. */
async function saveIn(repository: CopyRepository, { userId, form: { name, about }, now }: Saving): Promise<void> {
  await repository.lockNames()
  const before = await repository.ownLeader(userId)
  if (name !== before?.name) {
    demandPlain(name)
    if (await repository.isNameTaken(userId, name)) throw taken()
  }
  const base = before ?? { userId, id: randomUUID(), createdAt: now }
  await repository.saveLeader({ ...base, name, about, isOpen: true, updatedAt: now })
}

/** Single-script letters only (no homographs), and no operator names. */
function demandPlain(name: string): void {
  const message = /^[A-Za-z0-9 ._-]+$/.test(name)
    ? isReservedName(name)
      ? 'this name is reserved'
      : undefined
    : 'letters from A to Z and digits, so that no name looks like another'
  if (message !== undefined) throw new AppError('bad_input', { detail: 'The body is not as expected: name.', errors: { name: [message] } })
}

const taken = (): AppError =>
  new AppError('conflict', {
    detail: 'This name is taken by another leader, or looks like another’s.',
    errors: { name: ['This name is taken by another leader, or looks like another’s.'] },
  })
