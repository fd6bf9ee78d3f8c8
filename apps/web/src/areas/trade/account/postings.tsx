import type { LedgerPosting } from '@aerie/wire/trading/trading-account'
import { Fragment } from 'react'
import { useRows } from '../../../platform/api/first-page.ts'
import { amountFigure, exactFigure, rateFigure, toneOf } from '../../../platform/format/figures.ts'
import { momentText, utcText } from '../../../platform/format/market-text.ts'
import { PagesView } from '../../../ui/states/query-view.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { Price, tradingCalls } from '../../trading/index.ts'
import { EmptyPane } from './account-frame.tsx'

const KINDS = {
  deposited: 'Deposit',
  filled: 'Fill',
  marginMoved: 'Margin moved',
  funded: 'Funding',
  insured: 'Insurance',
} as const

type PostingsProps = {
  /** Changes with each posting, to refetch the first page. */
  readonly newest: string
  readonly account?: string | undefined
}

export function Postings({ newest, account }: PostingsProps) {
  const query = useRows({
    queryKey: ['trading', 'ledger', account ?? 'present', newest],
    read: (cursor, signal) => tradingCalls.ledger(account, cursor, { signal }),
    keepsRows: true,
  })
  return (
    <div className="h-full overflow-auto">
      <PagesView
        query={query}
        loading="Loading the ledger"
        failed="The ledger could not be loaded"
        errorClassName="p-3"
        rows={4}
        rowClassName="h-4 w-full"
        className="p-3"
        more="Older"
        empty={<EmptyPane>No postings.</EmptyPane>}
      >
        {(postings) => <LedgerTable postings={postings} />}
      </PagesView>
    </div>
  )
}

const LedgerTable = ({ postings }: { readonly postings: readonly LedgerPosting[] }) => (
  <table className="pane-table ledger-table num" aria-label="Ledger">
    <TableHead titles={['Posting', 'Account', 'Amount (USDC)', 'When']} />
    <tbody>
      {postings.map(({ seq, at, kind, symbol, lines, funding }) => (
        <Fragment key={seq}>
          {lines.map(({ account, amount }, index) => (
            <tr key={account} data-first={index === 0 || undefined}>
              <td>
                {index === 0
                  ? `${KINDS[kind]}${symbol === null ? '' : ` ${symbol}`}`
                  : index === 1 && <Note kind={kind} symbol={symbol} lines={lines} funding={funding} />}
              </td>
              <td>{account}</td>
              <FigureCell data-tone={toneOf(amount)}>{exactFigure(amount, 6)}</FigureCell>
              <td title={utcText(Date.parse(at))}>{index === 0 ? momentText(Date.parse(at)) : ''}</td>
            </tr>
          ))}
        </Fragment>
      ))}
    </tbody>
  </table>
)

const Note = ({ kind, symbol, lines, funding }: Pick<LedgerPosting, 'kind' | 'symbol' | 'lines' | 'funding'>) =>
  kind === 'insured' ? (
    <span className="text-warning">
      {`The venue's fund paid ${amountFigure(lines.find(({ account }) => account === 'user:cash')?.amount ?? null)} USDC. On a real venue this could have been auto-deleveraging (ADL).`}
    </span>
  ) : (
    <FundingNote symbol={symbol} funding={funding} />
  )

/** Funding rate, marked as an estimate if its premium was not sampled throughout the hour. */
function FundingNote({ symbol, funding }: Pick<LedgerPosting, 'symbol' | 'funding'>) {
  if (funding === null) return null
  const text = (
    <>
      {rateFigure(funding.rate)} of <Price of={funding.price} symbol={symbol} />
    </>
  )
  return funding.is_inferred ? (
    <span className="text-warning" title="The hour's premium was not sampled throughout, so its funding rate is not known exactly.">
      {text}, estimated
    </span>
  ) : (
    <span className="text-ink-3">{text}</span>
  )
}
