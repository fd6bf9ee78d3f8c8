import { useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { WALLET_WORDS } from './wallet-words.ts'

const QUIET_ZONE = 2
const { pairing: PAIRING } = WALLET_WORDS

/** The code that a phone's wallet scans, drawn here: nobody else learns of it. Dark on light in every theme, as scanners want it. */
export function PairingCode({ uri }: { readonly uri: string }) {
  const { size, path } = useMemo(() => drawCode(uri), [uri])
  return (
    <div className="flex flex-col items-center gap-3">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={PAIRING.label}
        className="w-full max-w-64 rounded-md"
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
      <div className="flex flex-wrap justify-center gap-2">
        <a href={uri} className="inline-flex min-h-9 items-center rounded-md px-3 text-13 text-accent underline sm:hidden">
          {PAIRING.open}
        </a>
        <Button size="sm" onClick={() => copyText(uri, PAIRING.copied, PAIRING.notCopied)}>
          {PAIRING.copy}
        </Button>
      </div>
    </div>
  )
}

/** One path of unit squares. */
function drawCode(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
