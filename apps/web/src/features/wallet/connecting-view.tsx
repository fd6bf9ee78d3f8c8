import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { LinkStep } from '../../wallet/link-wallet.ts'
import { useWalletState } from '../../wallet/wallet-state.ts'
import { usePairing } from '../../wallet/walletconnect-pairing.ts'
import { PairingCode } from './pairing-code.tsx'

const WORDS: Readonly<Record<LinkStep, string>> = {
  connect: 'Waiting for the wallet',
  network: 'Looking at the network',
  sign: 'Proving that the wallet is yours: the message costs nothing and sends nothing',
  store: 'Linking the wallet to your account',
}

type ConnectingViewProps = { readonly name: string; readonly step: LinkStep; readonly onCancel: () => void }

/** What goes on while a wallet is being connected, and the way out of it: one thing to do at a time. */
export function ConnectingView({ name, step, onCancel }: ConnectingViewProps) {
  const request = useWalletState((state) => state.request)
  const pairing = usePairing((state) => state.pairing)
  return (
    <div className="flex flex-col gap-4">
      {pairing !== null && <PairingCode uri={pairing.uri} />}
      <div role="status" className="flex items-center gap-3 text-13 text-ink-2">
        <Spinner />
        <div className="min-w-0">
          <p className="font-medium text-15 text-ink-1">
            {pairing === null ? (request ?? name) : "Scan the code with your phone's wallet"}
          </p>
          {(request === null || step === 'sign') && <p>{WORDS[step]}</p>}
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
