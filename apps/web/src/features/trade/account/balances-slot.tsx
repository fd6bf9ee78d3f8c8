import type { TradingAccount } from '@aerie/wire/trading-account'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { signedUsdc, toneOf, usdcFigure } from '../../../trading/exact.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { AccountFrame } from './account-frame.tsx'
import { EarlierAccounts } from './earlier-accounts.tsx'
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
  { title: 'Cash', words: 'The balance of the ledger.', read: ({ cash }) => cash },
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
                <dt>{title}</dt>
                <dd
                  title={text === null ? 'Not known: a market with an open position sends no prices.' : `${text} USDC`}
                  data-tone={isSigned ? toneOf(text) : undefined}
                >
                  {isSigned ? signedUsdc(text) : usdcFigure(text)}
                </dd>
              </div>
            )
          })}
        </dl>
        <p className="pane-line">
          {`${accountWords(account)}, opened ${momentText(Date.parse(account.opened_at))} with ${usdcFigure(account.deposit)} USDC. Not real money.`}{' '}
          <ResetAccount />
        </p>
        <EarlierAccounts present={account.id} />
      </div>
    )}
  </AccountFrame>
)
