import { useIsLoggedIn, useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { shortAddress } from '../../wallet/short-address.ts'
import { isSameAddress, useWalletState } from '../../wallet/wallet-state.ts'
import { ChoiceList } from './choice-list.tsx'
import { ConnectingView } from './connecting-view.tsx'
import { DemoChoice } from './demo-choice.tsx'
import { UnavailableList } from './unavailable-list.tsx'
import { useChoices } from './use-choices.ts'
import { useConnecting } from './use-connecting.ts'
import type { WalletChoice, WalletChoices } from './wallet-choices.ts'

/** The ways to connect a wallet, and the way through the chosen one. */
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
        <ErrorState title="Wallets could not be loaded" onRetry={choices.retry}>
          {choices.text}
        </ErrorState>
      )}
      {choices.phase === 'ready' && <Lists lists={choices.list} onChoose={(choice) => connecting.start(choice, choice.name)} />}
    </>
  )
}

type ListsProps = { readonly lists: WalletChoices; readonly onChoose: (choice: WalletChoice) => void }

/** What is in this browser comes first; where there is nothing, the demo wallet. */
const Lists = ({ lists: { detected, demo, more, unavailable }, onChoose }: ListsProps) => (
  <>
    <ChoiceList title="Detected in this browser" list={detected} onChoose={onChoose} />
    {demo !== null && <DemoChoice choice={demo} onChoose={onChoose} />}
    <ChoiceList title="More wallets" isTitleHidden={detected.length === 0} list={more} onChoose={onChoose} />
    <UnavailableList list={unavailable} />
  </>
)

/** A wallet is connected in this browser that the account does not use: linking it is one press away. */
function InUse({ onUse }: { readonly onUse: (name: string) => void }) {
  const address = useWalletState((state) => state.address)
  const name = useWalletState((state) => state.walletName) ?? 'your wallet'
  const linked = useSession(({ user }) => storedWallet(user))
  if (address === null || isSameAddress(address, linked)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line-strong bg-surface-1 px-4 py-3">
      <p className="min-w-0 text-13 text-ink-2">
        {`Connected in ${name}:`}{' '}
        <span translate="no" className="num text-ink-1">
          {shortAddress(address)}
        </span>
      </p>
      <Button variant="primary" size="sm" onClick={() => onUse(name)}>
        Use this wallet
      </Button>
    </div>
  )
}

const LogInFirst = ({ onClose }: { readonly onClose: () => void }) => (
  <div className="flex flex-col gap-3">
    <p className="text-13 text-ink-2">Log in first: a wallet is linked to your account.</p>
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
