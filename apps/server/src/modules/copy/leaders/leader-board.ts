import type { LeaderList, LeaderPage, LeaderRow } from '@aerie/wire/copies'
import type { Database } from '../../../db/client.ts'
import { AppError } from '../../../plugins/app-error.ts'
import type { MarketService } from '../../market/market-service.ts'
import { COPY_WORDS } from '../copy-words.ts'
import { boardCursor, boardPlace } from './board-cursor.ts'
import { followersResult, type LeaderDay, leaderFigures } from './leader-figures.ts'
import { type LeaderRecord, leaderRepository } from './leader-repository.ts'

type Deps = { readonly db: Database; readonly market: Pick<MarketService, 'sourceId' | 'hub'> }
type Query = { readonly cursor?: string | undefined; readonly limit?: string | undefined }

const LIMIT = 50

/** Leaders with their figures in the present market: by what followers realised, then by how many they are. */
export const leaderBoard = ({ db, market }: Deps) => {
  const repository = leaderRepository(db)
  return {
    /** The curves are left out by the schema of the answer. @throws AppError bad_input for a cursor that is none */
    list: async (userId: string, { cursor, limit: asked }: Query = {}): Promise<LeaderList> => {
      const limit = asked === undefined ? LIMIT : Number(asked)
      const after = cursor === undefined ? undefined : boardPlace(cursor)
      const found = await repository.page({ sourceId: market.sourceId(), userId, after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const days = daysOf(await repository.closedDays(shown))
      const last = shown.at(-1)
      return {
        data: shown.map((record) => rowOf(record, days.get(record.account ?? '') ?? [], userId)),
        next: found.length > shown.length && last !== undefined ? boardCursor(placeOf(last)) : null,
      }
    },
    /** @throws AppError not_found */
    find: async (userId: string, id: string): Promise<LeaderPage> => {
      const record = await repository.find(id, { sourceId: market.sourceId(), userId })
      if (record === undefined) throw new AppError('not_found', { detail: COPY_WORDS.noLeader })
      const days = daysOf(await repository.closedDays([record]))
      const shown = rowOf(record, days.get(record.account ?? '') ?? [], userId)
      return { ...shown, source: market.sourceId(), source_kind: market.hub.kind() }
    },
  }
}

export type LeaderBoard = ReturnType<typeof leaderBoard>

const placeOf = ({ id, result, followers, created_at }: LeaderRecord) =>
  result === null ? { createdAt: new Date(created_at), id } : { result, followers, id }

const rowOf = (record: LeaderRecord, days: readonly LeaderDay[], userId: string): LeaderRow & Pick<LeaderPage, 'curve'> => ({
  id: record.id,
  name: record.name,
  about: record.about,
  since: new Date(record.created_at).toISOString(),
  followers: record.followers,
  is_present: record.account !== null,
  is_own: record.user_id === userId,
  is_copied: record.is_copied,
  followers_result: followersResult({
    realised: BigInt(record.realised),
    allocated: BigInt(record.allocated),
    followers: record.closed,
  }),
  ...leaderFigures(days, BigInt(record.deposit ?? '0')),
})

type ClosedDays = Awaited<ReturnType<ReturnType<typeof leaderRepository>['closedDays']>>

function daysOf(rows: ClosedDays): Map<string, LeaderDay[]> {
  const days = new Map<string, LeaderDay[]>()
  for (const { account, day, net, trades } of rows) {
    const of = days.get(account) ?? []
    days.set(account, of)
    of.push({ day, net: BigInt(net), trades })
  }
  return days
}
