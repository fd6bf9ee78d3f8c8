import { CircleX, Crosshair, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useViewState } from '../../../mirror/views/view-state.ts'
import { amountFigure, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { useTradingQuery } from '../../../trading/account/trading-store.ts'
import { arm, disarm, useArmed } from '../../../trading/orders/armed.ts'
import { NO_TRADING_TEXT, useNoTrading } from '../../../trading/orders/may-trade.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useRootFlag } from '../../../ui/hooks/use-root-flag.ts'
import { useSoundSetting } from '../sound-setting.ts'
import { DeadManSwitch } from './dead-man-switch.tsx'
import { FlattenDialog } from './flatten-dialog.tsx'
import { usePainted } from './use-painted.ts'

/** What must never be out of sight: the coin, the account and whose prices, whether keys send orders, and the way out. */
export function TradeBar() {
  useRootFlag('tradeBar')
  const symbol = useViewState(({ channels }) => channels[1].instrument.symbol)
  return (
    <div className="trade-bar" role="toolbar" aria-label="Trading">
      <CoinFigures symbol={symbol} />
      <AccountFigures />
      <div className="trade-bar-acts">
        <DeadManSwitch />
        <SoundButton />
        <ArmButton />
        <KillButton />
      </div>
    </div>
  )
}

function CoinFigures({ symbol }: { readonly symbol: string }) {
  const { price, change } = usePainted(symbol)
  return (
    <span className="trade-bar-coin num">
      <strong translate="no">{symbol}</strong>
      <span translate="no">{price}</span>
      <span translate="no" data-tone={change.tone === 'up' || change.tone === 'down' ? change.tone : undefined} title="24h change">
        {change.text}
      </span>
    </span>
  )
}

function AccountFigures() {
  const { data: view } = useTradingQuery()
  const refusal = useNoTrading()
  if (view === undefined) return <span className="trade-bar-account" />
  const { account } = view
  return (
    <span className="trade-bar-account num">
      <span className="trade-bar-kind">{accountWords(account)}</span>
      {refusal !== null && refusal !== 'offline' && refusal !== 'not-read' && (
        <span className="text-warning">{NO_TRADING_TEXT[refusal]}</span>
      )}
      <span title={account.equity ?? 'Not known'}>
        <small>Equity</small> <span translate="no">{amountFigure(account.equity)}</span>
      </span>
      <span title={account.unrealised ?? 'Not known'}>
        <small>Unrealised</small>{' '}
        <span translate="no" data-tone={toneOf(account.unrealised)}>
          {signedAmount(account.unrealised)}
        </span>
      </span>
      <span title={account.free_margin ?? 'Not known'}>
        <small>Free</small> <span translate="no">{amountFigure(account.free_margin)}</span>
      </span>
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
            : 'Send orders by single clicks in book and ladder, and by single keys.'
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
        <CircleX size={14} aria-hidden="true" />
        <span className="trade-bar-label">Flatten</span>
      </Button>
      {isAsking && <FlattenDialog onClose={() => setAsking(false)} />}
    </>
  )
}
