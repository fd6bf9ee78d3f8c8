import { useIsLoggedIn, useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { shortAddress } from '../../wallet/short-address.ts'
import { isSameAddress, useWalletState } from '../../wallet/wallet-state.ts'
import { ChoiceList } from './choice-list.tsx'
import { ConnectingView } from './connecting-view.tsx'
import { useChoices } from './use-choices.ts'
import { useConnecting } from './use-connecting.ts'

/** The ways to connect a wallet (SPEC.md section 2), and the way through the chosen one. */
export function ConnectWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const isLoggedIn = useIsLoggedIn()
  return (
    <Dialog
      title="Connect Wallet"
      description="Choose how you want to connect from the available wallet providers to get started."
      onClose={onClose}
    >
      {isLoggedIn ? <Connect onClose={onClose} /> : <LogInFirst onClose={onClose} />}
    </Dialog>
  )
}

function Connect({ onClose }: { readonly onClose: () => void }) {
  const connecting = useConnecting(onClose)
  const choices = useChoices()
  if (connecting.phase !== 'choosing')
    return (
      <ConnectingView
        name={connecting.phase === 'working' ? connecting.name : ''}
        step={connecting.phase === 'working' ? connecting.step : 'store'}
        onCancel={connecting.cancel}
      />
    )
  return (
    <>
      {connecting.failure !== null && (
        <p role="alert" className="rounded-md border border-line-strong bg-surface-1 px-3 py-2 text-13 text-ink-1">
          {connecting.failure}
        </p>
      )}
      <InUse onUse={(name) => connecting.start('current', name)} />
      {choices.phase === 'loading' && <Loading />}
      {choices.phase === 'failed' && (
        <ErrorState title="The wallets could not be listed" onRetry={choices.retry}>
          {choices.text}
        </ErrorState>
      )}
      {choices.phase === 'ready' && <ChoiceList list={choices.list} onChoose={(choice) => connecting.start(choice, choice.name)} />}
    </>
  )
}

/** A wallet is connected in this browser that the account does not use: linking it is one press away. */
function InUse({ onUse }: { readonly onUse: (name: string) => void }) {
  const address = useWalletState((state) => state.address)
  const name = useWalletState((state) => state.walletName) ?? 'Your wallet'
  const linked = useSession(({ user }) => storedWallet(user))
  if (address === null || isSameAddress(address, linked)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line-strong bg-surface-1 px-4 py-3">
      <p className="min-w-0 text-13 text-ink-2">
        In use in {name}: <span className="num text-ink-1">{shortAddress(address)}</span>
      </p>
      <Button variant="primary" size="sm" onClick={() => onUse(name)}>
        Use this wallet
      </Button>
    </div>
  )
}

const LogInFirst = ({ onClose }: { readonly onClose: () => void }) => (
  <div className="flex flex-col gap-3">
    <p className="text-13 text-ink-2">A wallet belongs to an account here. Log in first; then connect it.</p>
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>Cancel</Button>
      <ButtonLink variant="primary" to="/auth/login" onClick={onClose}>
        Log In
      </ButtonLink>
    </div>
  </div>
)

const Loading = () => (
  <div role="status" aria-label="Looking for wallets" className="flex flex-col gap-2">
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} className="h-11 w-full" />
    ))}
  </div>
)
