import './trade.css'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { isMirrorWindow } from '../../mirror/windows/is-mirror-window.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { disarm } from '../../trading/orders/armed.ts'
import { WorkspaceView } from '../../workspace/workspace-view.tsx'
import { TradeBar } from './bar/trade-bar.tsx'
import * as WORDS from './trade-words.ts'
import { TRADE } from './trade-workspace.ts'
import { useTradeKeys } from './use-trade-keys.ts'

/** Nothing of it is seen before the first fill: it comes after what is. */
const FillNews = lazyPart(() => import('./fill-news.ts'), 'FillNews')

/** Trading on paper: `/claw/trade`. */
export function TradePage() {
  usePageTitle(WORDS.trade)
  useTradeKeys()
  useEffect(() => () => disarm('left'), [])
  return (
    <div className="trade">
      <Suspense fallback={null}>
        <FillNews />
      </Suspense>
      <TradeBar />
      <WorkspaceView workspace={TRADE} title={WORDS.trade} windowName={isMirrorWindow() ? window.name : ''} />
    </div>
  )
}
