import './trade.css'
import { useEffect } from 'react'
import { isMirrorWindow } from '../../mirror/is-mirror-window.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { disarm } from '../../trading/armed.ts'
import { WorkspaceView } from '../../workspace/workspace-view.tsx'
import { TradeBar } from './bar/trade-bar.tsx'
import * as WORDS from './trade-words.ts'
import { TRADE } from './trade-workspace.ts'
import { useFillNews } from './use-fill-news.ts'
import { useTradeKeys } from './use-trade-keys.ts'

/** Trading on paper: `/claw/trade`. */
export function TradePage() {
  usePageTitle(WORDS.trade)
  useTradeKeys()
  useFillNews()
  useEffect(() => () => disarm('left'), [])
  return (
    <div className="trade">
      <TradeBar />
      <WorkspaceView workspace={TRADE} title={WORDS.trade} windowName={isMirrorWindow() ? window.name : ''} />
    </div>
  )
}
