import './trade.css'
import { useEffect } from 'react'
import { isMirrorWindow } from '../../mirror/windows/is-mirror-window.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { disarm } from '../../trading/orders/armed.ts'
import { WorkspaceView } from '../../workspace/workspace-view.tsx'
import { AccountNotice } from './account/account-frame.tsx'
import { TradeBar } from './bar/trade-bar.tsx'
import { FillNews } from './fill-news.ts'
import { onceAPress } from './once-a-press.ts'
import { TradeKeys } from './trade-keys.ts'
import { TRADE } from './trade-workspace.ts'

/** Trading on paper: `/claw/trade`. */
export function TradePage() {
  usePageTitle('Trade')
  useEffect(() => () => disarm('left'), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps held keys from the buttons in it
    <div className="trade" onKeyDown={onceAPress}>
      <FillNews />
      <TradeKeys />
      <TradeBar />
      <AccountNotice />
      <WorkspaceView workspace={TRADE} title="Trade" windowName={isMirrorWindow() ? window.name : ''} />
    </div>
  )
}
