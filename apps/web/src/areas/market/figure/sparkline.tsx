import './sparkline.css'
import { SPARKLINE, sparklinePath } from './sparkline-path.ts'

/** The last seven days, in the colour of the change beside it, which is the text alternative. */
export function Sparkline({ closes }: { readonly closes: readonly number[] }) {
  const path = sparklinePath(closes)
  return (
    <svg className="sparkline" {...SPARKLINE} viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`} aria-hidden="true">
      {path !== '' && <path d={path} />}
    </svg>
  )
}
