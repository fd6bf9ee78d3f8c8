import './trade.css'
import { useEffect } from 'react'
import { preloadedPart } from '../../lib/preloaded-part.ts'
import { isMirrorWindow } from '../../mirror/windows/is-mirror-window.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { disarm } from '../../trading/orders/armed.ts'
import { LatePart } from '../../ui/late-part.tsx'
import { WorkspaceView } from '../../workspace/workspace-view.tsx'
import { TradeBar } from './bar/trade-bar.tsx'
import { onceAPress } from './once-a-press.ts'
import * as WORDS from './trade-words.ts'
import { TRADE } from './trade-workspace.ts'

/** Nothing of it is seen before the first fill and the first key: it comes after what is. */
const NEWS_AND_KEYS = preloadedPart(async () => (await import('./news-and-keys.tsx')).NewsAndKeys)

/** Trading on paper: `/claw/trade`. */
export function TradePage() {
  usePageTitle(WORDS.trade)
  useEffect(() => () => disarm('left'), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps held keys from the buttons in it
    <div className="trade" onKeyDown={onceAPress}>
      <LatePart part={NEWS_AND_KEYS} props={{}} />
      <TradeBar />
      <WorkspaceView workspace={TRADE} title={WORDS.trade} windowName={isMirrorWindow() ? window.name : ''} />
    </div>
  )
}
