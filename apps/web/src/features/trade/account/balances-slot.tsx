import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { LearnMark } from '../../../navigation/learn-link.tsx'
import { amountFigure, signedAmount, toneOf } from '../../../platform/format/figures.ts'
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
  { title: 'Equity', words: 'Cash, isolated margin and unrealised profit or loss.', read: ({ equity }) => equity },
  {
    title: 'Unrealised',
    words: 'Profit or loss of open positions at the mark price.',
    read: ({ unrealised }) => unrealised,
    isSigned: true,
  },
  { title: WORDS.cash, words: 'The balance of the ledger.', read: ({ cash }) => cash },
  { title: 'Margin used', words: 'Initial margin of open positions.', read: ({ margin_used }) => margin_used },
  { title: 'Free margin', words: 'Available for new orders.', read: ({ free_margin }) => free_margin },
  { title: 'Maintenance', words: 'Below this much equity, positions are liquidated.', read: ({ maintenance }) => maintenance },
  { title: 'Fees paid', words: 'Since the account was opened.', read: ({ fees_paid }) => fees_paid },
  {
    title: 'Funding paid',
    words: 'Since the account was opened. A negative amount was received.',
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
                <dt>
                  {title}
                  {title === 'Funding paid' && <LearnMark term="funding" />}
                  {title === 'Maintenance' && <LearnMark term="liquidation" />}
                </dt>
                <dd
                  translate="no"
                  title={text === null ? 'Not known: a market with an open position has no prices.' : `${text} USDC`}
                  data-tone={isSigned ? toneOf(text) : undefined}
                >
                  {isSigned ? signedAmount(text) : amountFigure(text)}
                </dd>
              </div>
            )
          })}
        </dl>
        <div className="pane-line">
          {WORDS.openedWith(accountWords(account), momentText(Date.parse(account.opened_at)), amountFigure(account.deposit))}{' '}
          <ResetAccount />
        </div>
        <EarlierAccounts present={account.id} />
      </div>
    )}
  </AccountFrame>
)
