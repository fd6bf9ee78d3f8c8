import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/controls/copy-text.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { WALLET_WORDS } from './wallet-words.ts'

const { pairing: PAIRING } = WALLET_WORDS

/** The code that a phone's wallet scans. */
export const PairingCode = ({ uri }: { readonly uri: string }) => (
  <div className="flex flex-col items-center gap-3">
    <QrCode text={uri} label={PAIRING.label} className="w-full max-w-64" />
    <div className="flex flex-wrap justify-center gap-2">
      <a href={uri} className="inline-flex min-h-9 items-center rounded-md px-3 text-13 text-accent-text underline sm:hidden">
        {PAIRING.open}
      </a>
      <Button size="sm" onClick={() => copyText(uri, PAIRING.copied, PAIRING.notCopied)}>
        {PAIRING.copy}
      </Button>
    </div>
  </div>
)
