import type { TradingEvent } from '@aerie/trading/events'
import type { Db } from '../../../db/client.ts'
import type { FillEvent } from '../answers.ts'
import { type AccountRow, tradingRepository } from '../trading-repository.ts'
import { eventOfRow, fillOfRow } from './account-loader.ts'

/** A paper account as other modules know it. */
export type TradedAccount = AccountRow

/** What happened to paper accounts, for those who make something of it. Reads alone. */
export const accountHistory = (db: Db) => {
  const repository = tradingRepository(db)
  return {
    accounts: async (): Promise<TradedAccount[]> => (await repository.allAccounts()).filter(isPaper),
    /** Of a user, newest first. */
    accountsOf: async (userId: string): Promise<TradedAccount[]> => (await repository.accountsOf(userId)).filter(isPaper),
    account: (id: string): Promise<TradedAccount | undefined> => repository.account(id),
    /** Events after a number, oldest first. @throws RangeError for one that cannot be read */
    eventsAfter: async (accountId: string, seq: number, limit: number): Promise<TradingEvent[]> =>
      (await repository.eventsAfter(accountId, seq, limit)).map(eventOfRow),
    /** The newest fills of a symbol up to an event, oldest first. */
    fillsUpTo: async (
      accountId: string,
      symbol: string,
      { seq, limit }: { readonly seq: number; readonly limit: number },
    ): Promise<FillEvent[]> => {
      const rows = await repository.fills({ accountId, before: seq + 1, limit, symbol })
      return rows.toReversed().map(fillOfRow)
    },
  }
}

/** Not the account that follows live orders on paper. */
const isPaper = ({ kind }: TradedAccount): boolean => kind === 'paper'
