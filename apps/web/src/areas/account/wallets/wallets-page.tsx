import { removeWallet, type walletEntry } from '@aerie/wire/account/wallets'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { dateText } from '../../../platform/format/market-text.ts'
import { followOwnChanges } from '../../../platform/live/own-changes.ts'
import { openLayer } from '../../../platform/navigation/layers.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'
import { renewAfterChange } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import {
  chainQuery,
  GoldGate,
  isSameAddress,
  shortAddress,
  storeMainWallet,
  TestFunds,
  tierQuery,
  useWalletState,
  walletsQuery,
} from '../../membership/index.ts'
import { useProof } from '../security/reauthenticate-dialog.tsx'

export type LinkedWallet = z.output<typeof walletEntry>

export function WalletsPage() {
  usePageTitle('Wallets')
  useEffect(followOwnChanges, [])
  useEffect(() => void queryClient.prefetchQuery(tierQuery), [])
  const { isPending, data: wallets } = useQuery(walletsQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Wallets</h1>
      <Panel title="Linked wallets" trailing={wallets !== undefined && wallets.length > 0 && <LinkAnother />}>
        <Linked />
      </Panel>
      {/* Below the list, whose height depends on the number of wallets. */}
      {!isPending && (
        <Panel title="Gold tier">
          <GoldGate />
        </Panel>
      )}
    </div>
  )
}

const LinkAnother = () => (
  <Button size="sm" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
    Link another wallet
  </Button>
)

function Linked() {
  const query = useQuery(walletsQuery, queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your wallets"
      failed="Your wallets could not be loaded"
      stale="Could not update just now. This list may be out of date."
      className="p-4"
    >
      {(wallets) => (wallets.length === 0 ? <NoWallet /> : <WalletList wallets={wallets} />)}
    </QueryView>
  )
}

const NoWallet = () => (
  <EmptyState
    icon={<Wallet size={28} aria-hidden="true" />}
    title="No wallet linked"
    action={
      <Button variant="primary" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
        Connect Wallet
      </Button>
    }
  >
    Link a wallet to see your tokens, stake and reach the gold tier. You prove it is yours by signing a free message.{' '}
    <LearnLink term="custody" />
  </EmptyState>
)

const WalletList = ({ wallets }: { readonly wallets: readonly LinkedWallet[] }) => (
  <>
    <ul className="divide-y divide-line">
      {wallets.map((wallet) => (
        <WalletsRow key={wallet.address} wallet={wallet} />
      ))}
    </ul>
    {!wallets.some((wallet) => wallet.is_main) && (
      <p className="border-line border-t px-4 py-3 text-13 text-ink-2">
        No main wallet selected. Choose the wallet whose tokens count towards the gold tier.
      </p>
    )}
  </>
)

function WalletsRow({ wallet }: { readonly wallet: LinkedWallet }) {
  const [isAsking, setAsking] = useState(false)
  const isInUse = useWalletState((state) => isSameAddress(state.address, wallet.address))
  const isDemo = useWalletState((state) => state.isDemo)
  const { data: config } = useQuery(chainQuery, queryClient)
  return (
    <li className="flex flex-col gap-2 px-4 py-3 lg:flex-row lg:justify-between">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span translate="no" className="num text-15 text-ink-1 sm:hidden">
            {shortAddress(wallet.address)}
          </span>
          <span translate="no" className="num break-all text-13 text-ink-1 max-sm:hidden">
            {wallet.address}
          </span>
          <IconButton label={`Copy address ${shortAddress(wallet.address)}`} onClick={() => copyAddress(wallet.address)}>
            <Copy size={14} aria-hidden="true" />
          </IconButton>
          {wallet.is_main && <Badge>Main</Badge>}
          {isInUse && isDemo && <Badge>Demo wallet</Badge>}
          {isInUse && <Badge>Connected in this browser</Badge>}
        </p>
        <p className="text-12 text-ink-2">{`Linked ${dateText(wallet.linked_at)}`}</p>
      </div>
      {/* In the order of their loading, from the fixed edge: none moves when the next one appears. */}
      <div className="flex shrink-0 flex-wrap items-start gap-2 lg:flex-row-reverse">
        {!wallet.is_main && <MakeMain address={wallet.address} />}
        <Button size="sm" aria-haspopup="dialog" aria-label={`Unlink ${shortAddress(wallet.address)}`} onClick={() => setAsking(true)}>
          Unlink
        </Button>
        {config?.chain?.is_local && <TestFunds address={wallet.address} />}
      </div>
      {isAsking && <WalletsUnlinkDialog wallet={wallet} onClose={() => setAsking(false)} />}
    </li>
  )
}

const Badge = ({ children }: { readonly children: string }) => (
  <span className="inline-flex min-h-5 items-center rounded-full border border-line-strong px-2 text-11 text-ink-2">{children}</span>
)

function MakeMain({ address }: { readonly address: string }) {
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => storeMainWallet(address),
      onSuccess: () => {
        notify('success', `${shortAddress(address)} is now your main wallet.`)
        return refetchWallets()
      },
      onError: (error) => notify('error', errorText(error)),
    },
    queryClient,
  )
  return (
    <Button size="sm" busy={isPending} aria-label={`Make ${shortAddress(address)} the main wallet`} onClick={() => mutate()}>
      Make main
    </Button>
  )
}

const copyAddress = (address: string): void => copyText(address, 'Address copied.', 'The address could not be copied. Select it instead.')

type WalletsUnlinkDialogProps = { readonly wallet: LinkedWallet; readonly onClose: () => void }

function WalletsUnlinkDialog({ wallet, onClose }: WalletsUnlinkDialogProps) {
  const short = shortAddress(wallet.address)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => withProof(() => unlink(wallet)),
      onSuccess: (done) => {
        if (done === undefined) return undefined
        notify('success', `${short} was unlinked.`)
        onClose()
        return refetchWallets()
      },
      onError: (error) => notify('error', errorText(error)),
    },
    queryClient,
  )
  return (
    <ConfirmDialog
      title={`Unlink ${short}`}
      text={
        wallet.is_main
          ? 'This is your main wallet. Your gold tier ends without it, and so does a subscription that it paid for. Your tokens stay yours.'
          : 'The wallet is removed from your account and can be linked to another one. A subscription that it paid for ends. Your tokens stay yours.'
      }
      action="Unlink"
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">You can link it again at any time.</p>
      {proofDialog}
    </ConfirmDialog>
  )
}

async function unlink({ address, is_main: isMain }: LinkedWallet): Promise<true> {
  await api(removeWallet, { params: { address } })
  // The token contains the main wallet: renewing it updates the whole page.
  if (isMain) await renewAfterChange()
  return true
}

const refetchWallets = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: tierQuery.queryKey }),
  ])
