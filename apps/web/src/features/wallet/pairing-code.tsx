import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/controls/copy-text.ts'
import { QrCode } from '../../ui/qr-code.tsx'

/** The code that a phone's wallet scans. */
export const PairingCode = ({ uri }: { readonly uri: string }) => (
  <div className="flex flex-col items-center gap-3">
    <QrCode text={uri} label="Code to scan with your phone's wallet" className="w-full max-w-64" />
    <div className="flex flex-wrap justify-center gap-2">
      <a href={uri} className="inline-flex min-h-9 items-center rounded-md px-3 text-13 text-accent-text underline sm:hidden">
        Open in a wallet on this phone
      </a>
      <Button
        size="sm"
        onClick={() => copyText(uri, 'Code copied. Paste it in your wallet.', 'The code could not be copied. Scan it instead.')}
      >
        Copy code
      </Button>
    </div>
  </div>
)
