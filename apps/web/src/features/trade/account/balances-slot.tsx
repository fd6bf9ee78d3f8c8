import type { TradingAccount } from '@aerie/wire/trading-account'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { signedUsdc, toneOf, usdcFigure } from '../../../trading/exact.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { AccountFrame } from './account-frame.tsx'
import { EarlierAccounts } from './earlier-accounts.tsx'
import * as WORDS from './paper-account-words.ts'
import { ResetAccount } from './reset-account.tsx'

type Fact = {
  readonly title: string
  readonly words: string
  readonly read: (account: TradingAccount) => string | null
  readonly isSigned?: boolean
}

const FACTS: readonly Fact[] = [
  { title: WORDS.equity, words: WORDS.cashIsolatedMargin, read: ({ equity }) => equity },
  {
    title: WORDS.unrealised,
    words: WORDS.profitLossOpen,
    read: ({ unrealised }) => unrealised,
    isSigned: true,
  },
  { title: WORDS.cash, words: WORDS.balanceLedger, read: ({ cash }) => cash },
  { title: WORDS.marginUsed, words: WORDS.initialMarginOpen, read: ({ margin_used }) => margin_used },
  { title: WORDS.freeMargin, words: WORDS.availableNewOrders, read: ({ free_margin }) => free_margin },
  { title: WORDS.maintenance, words: WORDS.belowMuchEquity, read: ({ maintenance }) => maintenance },
  { title: WORDS.feesPaid, words: WORDS.sinceAccountOpened, read: ({ fees_paid }) => fees_paid },
  {
    title: WORDS.fundingPaid,
    words: WORDS.sinceAccountOpened2,
    read: ({ funding_paid }) => funding_paid,
  },
]

/** What the account has, all in USDC. */
export const BalancesSlot = () => (
  <AccountFrame what="balances">
    {({ account }) => (
      <div className="pane-scroll balances">
        <dl className="balance-facts num">
          {FACTS.map(({ title, words, read, isSigned = false }) => {
            const text = read(account)
            return (
              <div key={title} title={words}>
                <dt>{title}</dt>
                <dd title={text === null ? WORDS.knownMarketOpen : WORDS.usdc(text)} data-tone={isSigned ? toneOf(text) : undefined}>
                  {isSigned ? signedUsdc(text) : usdcFigure(text)}
                </dd>
              </div>
            )
          })}
        </dl>
        <p className="pane-line">
          {WORDS.openedUsdcReal(accountWords(account), momentText(Date.parse(account.opened_at)), usdcFigure(account.deposit))}{' '}
          <ResetAccount />
        </p>
        <EarlierAccounts present={account.id} />
      </div>
    )}
  </AccountFrame>
)
