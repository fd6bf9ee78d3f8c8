import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/states/spinner.tsx'
import { usePairing } from '../../wallet/connection/walletconnect-pairing.ts'
import { useWalletState } from '../../wallet/wallet-state.ts'
import { PairingCode } from './pairing-code.tsx'
import { WALLET_WORDS } from './wallet-words.ts'

const { step: STEPS } = WALLET_WORDS

type ConnectingViewProps = { readonly name: string; readonly step: keyof typeof STEPS; readonly onCancel: () => void }

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
          {(request === null || step === 'sign') && <p>{STEPS[step]}</p>}
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
