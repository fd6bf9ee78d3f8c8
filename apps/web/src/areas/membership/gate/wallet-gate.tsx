import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { openLayer } from '../../../platform/navigation/layers.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Spinner } from '../../../ui/states/progress.tsx'
import { useWallet } from '../use-wallet.ts'
import { walletsQuery } from './account-queries.ts'
import { walletNotice } from './wallet-notice.ts'

type WalletGateProps = {
  readonly children: ReactNode
  /** What a wallet is for here; absent: staking, with an example. */
  readonly why?: string
}

export function WalletGate({ children, why }: WalletGateProps) {
  const wallet = useWallet()
  if (wallet.linked === null) return <NoMainWallet why={why} />
  const notice = walletNotice({ ...wallet, linked: wallet.linked })
  if (notice !== null)
    return (
      <div role="status" className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-13 text-ink-2">{notice.text}</p>
        <Button onClick={notice.run}>{notice.action}</Button>
      </div>
    )
  if (wallet.address === null || wallet.chain === null)
    return (
      <p
        role="status"
        data-loading={wallet.status === 'connecting' ? undefined : ''}
        className="flex items-center gap-2 p-4 text-13 text-ink-2"
      >
        <Spinner />
        Connecting to your wallet…
      </p>
    )
  return children
}

/** Wallets are linked but none is the main one: choose one instead of connecting again. */
function NoMainWallet({ why }: { readonly why: string | undefined }) {
  const { data: wallets = [] } = useQuery(walletsQuery, queryClient)
  if (wallets.length === 0) return <NoWallet why={why} />
  return (
    <EmptyState
      icon={<Wallet size={28} aria-hidden="true" />}
      title="No main wallet selected"
      action={
        <ButtonLink variant="primary" to="/account/wallets">
          Choose a main wallet
        </ButtonLink>
      }
    >
      You have linked wallets. Choose the one to use here as your main wallet.
    </EmptyState>
  )
}

const NoWallet = ({ why }: { readonly why: string | undefined }) => (
  <EmptyState
    icon={<Wallet size={28} aria-hidden="true" />}
    title="No wallet linked"
    {...(why === undefined && { example: EXAMPLE })}
    action={
      <Button variant="primary" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
        Connect Wallet
      </Button>
    }
  >
    {why ?? 'Connect a wallet to see your balance, stake and earn rewards.'}
  </EmptyState>
)

const EXAMPLE = {
  heads: ['Stake', 'Earned', 'AERIE a day'],
  rows: [
    ['2,500 AERIE', '12.40', '0.83'],
    ['10,000 AERIE', '49.60', '3.31'],
  ],
} as const
