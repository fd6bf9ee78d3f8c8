import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { chainQuery } from '../../../market-views/gate/account-queries.ts'
import { TestFunds } from '../../../market-views/gate/test-funds.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { storeMainWallet } from '../../../wallet/connection/link-wallet.ts'
import { shortAddress } from '../../../wallet/short-address.ts'
import { isSameAddress, useWalletState } from '../../../wallet/wallet-state.ts'
import { ACCOUNT_WORDS } from '../account-words.ts'
import { type LinkedWallet, refetchWallets } from './wallets-queries.ts'
import { WalletsUnlinkDialog } from './wallets-unlink-dialog.tsx'

const { wallets: WORDS } = ACCOUNT_WORDS

/** One linked wallet, and what can be done with it. */
export function WalletsRow({ wallet }: { readonly wallet: LinkedWallet }) {
  const [isAsking, setAsking] = useState(false)
  const isInUse = useWalletState((state) => isSameAddress(state.address, wallet.address))
  const isDemo = useWalletState((state) => state.isDemo)
  const { data: config } = useQuery(chainQuery, queryClient)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
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
        <p className="text-12 text-ink-2">
          {`Linked ${new Date(wallet.linked_at).toLocaleDateString(undefined, { dateStyle: 'medium' })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {config?.chain?.is_local && <TestFunds address={wallet.address} />}
        {!wallet.is_main && <MakeMain address={wallet.address} />}
        <Button
          size="sm"
          aria-haspopup="dialog"
          aria-label={WORDS.unlinkTitle(shortAddress(wallet.address))}
          onClick={() => setAsking(true)}
        >
          Unlink
        </Button>
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
