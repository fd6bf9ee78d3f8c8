import type { TradingEvent } from '@aerie/trading/events'
import type { Db } from '../../../platform/db/client.ts'
import type { FillEvent } from '../answers.ts'
import { type AccountRow, tradingRepository } from '../store.ts'
import { eventOfRow, fillOfRow } from './account-loader.ts'

export type TradedAccount = AccountRow

export const accountHistory = (db: Db) => {
  const repository = tradingRepository(db)
  return {
    accounts: async (): Promise<TradedAccount[]> => (await repository.allAccounts()).filter(isPaper),
    accountsOf: async (userId: string): Promise<TradedAccount[]> => (await repository.accountsOf(userId)).filter(isPaper),
    account: (id: string): Promise<TradedAccount | undefined> => repository.account(id),
    eventsAfter: async (accountId: string, seq: number, limit: number): Promise<TradingEvent[]> =>
      (await repository.eventsAfter(accountId, seq, limit)).map(eventOfRow),
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

/** Excludes twin accounts, which mirror live orders. */
const isPaper = ({ kind }: TradedAccount): boolean => kind === 'paper'
