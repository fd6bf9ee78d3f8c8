import type { Clock } from '@aerie/core/time'
import { publicNameOr } from '@aerie/wire/public-names'
import type { Db } from '../../platform/db/client.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { authorRepository, demandWriter } from './author-repository.ts'

/** Gives a user's leader the name set in Social; null: it is being removed. @throws AppError conflict if that cannot be */
type RenameLeader = (tx: Db, userId: string, name: string | null) => Promise<void>

type Naming = {
  readonly userId: string
  readonly name: string
  /** The user's name elsewhere, which may be older than the rules for names. */
  readonly stored?: string | undefined
}

export type PublicNames = ReturnType<typeof publicNames>

/** One name for each user, in Social and as a copy leader. Transactions hold the user's lock; unique violations mean the name is taken. */
export function publicNames({ clock }: { readonly clock: Clock }) {
  let renameLeader: RenameLeader = async () => undefined
  /** @throws AppError bad_input, conflict if a confusable name is taken, forbidden while suspended */
  const set = async (tx: Db, { userId, name, stored }: Naming): Promise<void> => {
    const authors = authorRepository(tx)
    if ((await authors.ofUser(userId))?.name === name) return
    await demandWriter(authors, userId, new Date(clock.now()))
    const message = publicNameOr([stored]).safeParse(name).error?.issues[0]?.message
    if (message !== undefined)
      throw new AppError('bad_input', { detail: 'The body is not as expected: name.', errors: { name: [message] } })
    if (!(await authors.setName(userId, name))) throw nameTaken()
  }
  return {
    set,
    /** From Social: changes the leader's name too. */
    change: async (tx: Db, userId: string, name: string | null): Promise<void> => {
      const authors = authorRepository(tx)
      const author = await demandWriter(authors, userId, new Date(clock.now()))
      if (name === author.name) return
      if (name === null) await authors.clearName(userId)
      else await set(tx, { userId, name })
      await renameLeader(tx, userId, name)
    },
    /** Called once, by the area of copying: it starts later, and Social does not know it. */
    onChange: (rename: RenameLeader): void => {
      renameLeader = rename
    },
  }
}

export const nameTaken = (): AppError => {
  const detail = 'This name is taken, or looks like another’s.'
  return new AppError('conflict', { detail, errors: { name: [detail] } })
}
