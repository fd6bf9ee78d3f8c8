import { seedText } from '@aerie/apex/seed-text'
import { openLayer } from '../../../navigation/layers.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortAddress } from '../../../wallet/short-address.ts'
import { useWallet } from '../../../wallet/use-wallet.ts'
import { isSameAddress } from '../../../wallet/wallet-state.ts'
import type { SeedOwner } from './wallet-seed.ts'

type PartProps = { readonly owner: SeedOwner; readonly isBusy: boolean; readonly onSign: () => void; readonly onClose: () => void }

/** The seed by a signature of the connected wallet; where that is not the account's, which one is. */
export function WalletSeedPart({ owner, isBusy, onSign, onClose }: PartProps) {
  const { address, walletName, fault, status } = useWallet()
  const isOwner = isSameAddress(address, owner.address)
  const reconnecting = status === 'connecting' || status === 'reconnecting'
  const connect = (): void => {
    onClose()
    openLayer('connect-wallet')
  }
  return (
    <section className="flex flex-col gap-2" aria-label="From your wallet">
      <h3 className="font-medium text-13">From your wallet</h3>
      {isOwner && (
        <>
          <p className="text-12 text-ink-2">Your wallet shows this text. Its signature is the seed, and costs nothing.</p>
          <pre className="live-seed-text num">{seedText(owner.network, address ?? owner.address)}</pre>
          <Button variant="primary" busy={isBusy} data-autofocus="" onClick={onSign}>
            {signWith(walletName ?? 'your wallet')}
          </Button>
        </>
      )}
      {!isOwner && !reconnecting && (
        <>
          <p className="text-13 text-ink-2">
            {fault ??
              (address === null
                ? `No wallet is connected. Unlock and connect the one of your ApeX account (${shortAddress(owner.address)}), or type the seed below.`
                : `Your ApeX account belongs to ${shortAddress(owner.address)}, your wallet is on ${shortAddress(address)}. Switch the account in your wallet, or type the seed below.`)}
          </p>
          {fault === null && address === null && (
            <Button className="self-start" aria-haspopup="dialog" onClick={connect}>
              Connect Wallet
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const signWith = (wallet: string) => `Sign with ${wallet}`
