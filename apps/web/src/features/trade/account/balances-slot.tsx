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
  { title: WORDS.equity, words: WORDS.equityAbout, read: ({ equity }) => equity },
  {
    title: WORDS.unrealised,
    words: WORDS.unrealisedAbout,
    read: ({ unrealised }) => unrealised,
    isSigned: true,
  },
  { title: WORDS.cash, words: WORDS.cashAbout, read: ({ cash }) => cash },
  { title: WORDS.marginUsed, words: WORDS.marginUsedAbout, read: ({ margin_used }) => margin_used },
  { title: WORDS.freeMargin, words: WORDS.freeMarginAbout, read: ({ free_margin }) => free_margin },
  { title: WORDS.maintenance, words: WORDS.maintenanceAbout, read: ({ maintenance }) => maintenance },
  { title: WORDS.feesPaid, words: WORDS.feesPaidAbout, read: ({ fees_paid }) => fees_paid },
  {
    title: WORDS.fundingPaid,
    words: WORDS.fundingPaidAbout,
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
                  {title === WORDS.fundingPaid && <LearnMark term="funding" />}
                  {title === WORDS.maintenance && <LearnMark term="liquidation" />}
                </dt>
                <dd
                  translate="no"
                  title={text === null ? WORDS.notKnownNoPrices : WORDS.amountInUsdc(text)}
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
