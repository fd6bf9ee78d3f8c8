import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { typedUsdc } from '../../../platform/browser/typed-decimal.ts'
import { amountFigure, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { momentText } from '../../../platform/format/market-text.ts'
import { LearnMark } from '../../../platform/navigation/learn-link.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FigureCell } from '../../../ui/table.tsx'
import { accountText, resetAccount, tradingCalls } from '../../trading/index.ts'
import { RowButton } from '../buttons.tsx'
import { AccountFrame } from './account-frame.tsx'
import { OldAccount } from './old-account.tsx'

type Fact = {
  readonly title: string
  readonly description: string
  readonly read: (account: TradingAccount) => string | null
  readonly isSigned?: boolean
}

const FACTS: readonly Fact[] = [
  { title: 'Equity', description: 'Cash, isolated margin and unrealised profit or loss.', read: ({ equity }) => equity },
  {
    title: 'Unrealised',
    description: 'Profit or loss of open positions at the mark price.',
    read: ({ unrealised }) => unrealised,
    isSigned: true,
  },
  { title: 'Cash', description: 'The balance of the ledger.', read: ({ cash }) => cash },
  { title: 'Margin used', description: 'Initial margin of open positions.', read: ({ margin_used }) => margin_used },
  { title: 'Free margin', description: 'Available for new orders.', read: ({ free_margin }) => free_margin },
  { title: 'Maintenance', description: 'Below this much equity, positions are liquidated.', read: ({ maintenance }) => maintenance },
  { title: 'Fees paid', description: 'Since the account was opened.', read: ({ fees_paid }) => fees_paid },
  {
    title: 'Funding paid',
    description: 'Since the account was opened. A negative amount was received.',
    read: ({ funding_paid }) => funding_paid,
  },
]

export const BalancesSlot = () => (
  <AccountFrame what="balances">
    {({ account }) => (
      <div className="h-full overflow-auto">
        <dl className="num grid grid-cols-[repeat(auto-fill,minmax(130px,1fr))] gap-3 p-3">
          {FACTS.map(({ title, description, read, isSigned = false }) => {
            const text = read(account)
            return (
              <div key={title} title={description}>
                {/* As high as the icon of a lesson, so that the figures are aligned. */}
                <dt className="flex h-5 items-center text-11 text-ink-3">
                  {title}
                  {title === 'Funding paid' && <LearnMark term="funding" />}
                  {title === 'Maintenance' && <LearnMark term="liquidation" />}
                </dt>
                <dd
                  translate="no"
                  className="font-medium text-15"
                  title={text === null ? 'Not known: a market with an open position has no prices.' : `${text} USDC`}
                  data-tone={isSigned ? toneOf(text) : undefined}
                >
                  {isSigned ? signedAmount(text) : amountFigure(text)}
                </dd>
              </div>
            )
          })}
        </dl>
        <div className="px-3 pt-1 pb-3 text-12 text-ink-2">
          {`${accountText(account)}, opened ${momentText(Date.parse(account.opened_at))} with ${amountFigure(account.deposit)} USDC. Not real money.`}{' '}
          <ResetAccount />
        </div>
        <EarlierAccounts present={account.id} />
      </div>
    )}
  </AccountFrame>
)

function ResetAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        New account…
      </Button>
      {isOpen && <ResetDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const depositForm = z.object({ deposit: typedUsdc })

function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    schema: depositForm,
    initial: { deposit: '10000' },
    isCheckedAsTyped: true,
    send: ({ deposit }) => {
      onClose()
      void resetAccount(deposit)
    },
  })
  return (
    <Dialog
      title="Open a new paper account"
      description="Your current account is closed with its orders and positions. It stays available, read-only."
      onClose={onClose}
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <TextField {...form.field('deposit')} label="Starting balance (USDC)" inputMode="decimal" data-autofocus="" />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger">
            Close and open a new one
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function EarlierAccounts({ present }: { readonly present: string }) {
  const { data } = useQuery(
    { queryKey: ['trading', 'accounts', present], queryFn: ({ signal }) => tradingCalls.accounts({ signal }) },
    queryClient,
  )
  const [opened, setOpened] = useState<TradingAccount | null>(null)
  const others = data?.filter(({ id }) => id !== present) ?? []
  if (others.length === 0) return null
  return (
    <>
      <table className="pane-table pane-cards num" aria-label="Other accounts, read-only">
        <thead>
          <tr>
            <th scope="col">Other accounts (read-only)</th>
            <th scope="col">Cash</th>
            <th scope="col">Opened</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {others.map((account) => (
            <tr key={account.id}>
              <td title={account.source}>{accountText(account)}</td>
              <FigureCell data-title="Cash" title={account.cash}>
                {amountFigure(account.cash)}
              </FigureCell>
              <td data-title="Opened">{momentText(Date.parse(account.opened_at))}</td>
              <td data-title="State">
                {account.closed_at === null ? 'of another market source' : `closed ${momentText(Date.parse(account.closed_at))}`}
              </td>
              <td>
                <RowButton
                  aria-label={`Open the account of ${momentText(Date.parse(account.opened_at))}, read-only`}
                  aria-haspopup="dialog"
                  onClick={() => setOpened(account)}
                >
                  Open
                </RowButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {opened !== null && <OldAccount account={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
