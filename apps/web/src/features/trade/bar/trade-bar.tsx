import { Crosshair, OctagonX, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useViewState } from '../../../mirror/view-state.ts'
import { arm, disarm, useArmed } from '../../../trading/armed.ts'
import { signedUsdc, toneOf, usdcFigure } from '../../../trading/exact.ts'
import { NO_TRADING_TEXT, useNoTrading } from '../../../trading/may-trade.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { useTrading } from '../../../trading/trading-store.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useSoundSetting } from '../fill-sound.ts'
import { FlattenDialog } from './flatten-dialog.tsx'
import { usePainted } from './use-painted.ts'

/** What must never be out of sight: the coin, the account and whose prices, whether keys send orders, and the way out. */
export function TradeBar() {
  const symbol = useViewState(({ channels }) => channels[1].instrument.symbol)
  return (
    <div className="trade-bar" role="toolbar" aria-label="Trading">
      <CoinFigures symbol={symbol} />
      <AccountFigures />
      <span className="trade-bar-acts">
        <SoundButton />
        <ArmButton />
        <KillButton />
      </span>
    </div>
  )
}

function CoinFigures({ symbol }: { readonly symbol: string }) {
  const { price, change } = usePainted(symbol)
  return (
    <span className="trade-bar-coin num">
      <strong>{symbol}</strong>
      <span>{price}</span>
      <span data-tone={change.tone === 'up' || change.tone === 'down' ? change.tone : undefined} title="In the last 24 hours">
        {change.text}
      </span>
    </span>
  )
}

function AccountFigures() {
  const { view } = useTrading()
  const refusal = useNoTrading()
  if (view === null) return <span className="trade-bar-account" />
  const { account } = view
  return (
    <span className="trade-bar-account num">
      <span className="trade-bar-kind">{accountWords(account)}</span>
      <span title={account.equity ?? 'Not known'}>
        <small>Equity</small> {usdcFigure(account.equity)}
      </span>
      <span title={account.unrealised ?? 'Not known'}>
        <small>Unrealised</small> <span data-tone={toneOf(account.unrealised)}>{signedUsdc(account.unrealised)}</span>
      </span>
      <span title={account.free_margin ?? 'Not known'}>
        <small>Free</small> {usdcFigure(account.free_margin)}
      </span>
      {refusal !== null && <span className="text-warning">{NO_TRADING_TEXT[refusal]}</span>}
    </span>
  )
}

function SoundButton() {
  const [isOn, setOn] = useSoundSetting()
  return (
    <IconButton label={isOn ? 'Sound on fills: on' : 'Sound on fills: off'} aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      {isOn ? <Volume2 size={16} aria-hidden="true" /> : <VolumeX size={16} aria-hidden="true" />}
    </IconButton>
  )
}

const WHY = {
  user: null,
  left: null,
  idle: 'Disarmed: no activity for five minutes.',
  follows: 'Disarmed: this window now follows another.',
  account: 'Disarmed: another account is now active.',
} as const

function ArmButton() {
  const { isArmed, why } = useArmed()
  const refusal = useNoTrading()
  return (
    <>
      <button
        type="button"
        className="arm-button"
        aria-label={isArmed ? 'Armed' : 'Arm'}
        aria-pressed={isArmed}
        aria-disabled={refusal !== null || undefined}
        title={
          isArmed
            ? 'Single clicks and keys send orders. Press to stop.'
            : 'Let single clicks in book and ladder, and single keys, send orders.'
        }
        onClick={() => (isArmed ? disarm('user') : refusal === null && arm())}
      >
        <Crosshair size={14} aria-hidden="true" />
        <span className="trade-bar-label">{isArmed ? 'Armed' : 'Arm'}</span>
      </button>
      <span role="status" className="sr-only">
        {isArmed ? 'Armed: single clicks and keys send orders.' : ((why && WHY[why]) ?? '')}
      </span>
    </>
  )
}

function KillButton() {
  const [isAsking, setAsking] = useState(false)
  const refusal = useNoTrading()
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        data-kill=""
        aria-label="Flatten: cancel and close everything"
        disabledReason={refusal === null ? undefined : NO_TRADING_TEXT[refusal]}
        onClick={() => setAsking(true)}
      >
        <OctagonX size={14} aria-hidden="true" />
        <span className="trade-bar-label">Flatten</span>
      </Button>
      {isAsking && <FlattenDialog onClose={() => setAsking(false)} />}
    </>
  )
}
