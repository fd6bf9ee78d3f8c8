import { useMemo } from 'react'
import { encode } from 'uqr'
import { cx } from './cx.ts'

const QUIET_ZONE = 2

type QrCodeProps = {
  readonly text: string
  readonly label: string
  readonly className?: string
}

/** Generated locally: the text is sent to nobody. Dark on light in every theme, as scanners require. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawCode(text), [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={cx('rounded-md', className)} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

function drawCode(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
