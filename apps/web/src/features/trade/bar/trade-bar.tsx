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
import * as WORDS from './bar-words.ts'
import { DeadManSwitch } from './dead-man-switch.tsx'
import { FlattenDialog } from './flatten-dialog.tsx'
import { usePainted } from './use-painted.ts'

/** What must never be out of sight: the coin, the account and whose prices, whether keys send orders, and the way out. */
export function TradeBar() {
  useRootFlag('tradeBar')
  const symbol = useViewState(({ channels }) => channels[1].instrument.symbol)
  return (
    <div className="trade-bar" role="toolbar" aria-label={WORDS.trading}>
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
      <span translate="no" data-tone={change.tone === 'up' || change.tone === 'down' ? change.tone : undefined} title={WORDS.change24h}>
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
      <span title={account.equity ?? WORDS.notKnown}>
        <small>{WORDS.equity}</small> <span translate="no">{amountFigure(account.equity)}</span>
      </span>
      <span title={account.unrealised ?? WORDS.notKnown}>
        <small>{WORDS.unrealised}</small>{' '}
        <span translate="no" data-tone={toneOf(account.unrealised)}>
          {signedAmount(account.unrealised)}
        </span>
      </span>
      <span title={account.free_margin ?? WORDS.notKnown}>
        <small>{WORDS.freeMargin}</small> <span translate="no">{amountFigure(account.free_margin)}</span>
      </span>
    </span>
  )
}

function SoundButton() {
  const [isOn, setOn] = useSoundSetting()
  return (
    <IconButton label={isOn ? WORDS.soundOn : WORDS.soundOff} aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      {isOn ? <Volume2 size={16} aria-hidden="true" /> : <VolumeX size={16} aria-hidden="true" />}
    </IconButton>
  )
}

const WHY = {
  user: null,
  left: null,
  idle: WORDS.disarmedIdle,
  follows: WORDS.disarmedFollowing,
  account: WORDS.disarmedAnotherAccount,
} as const

function ArmButton() {
  const { isArmed, why } = useArmed()
  const refusal = useNoTrading()
  return (
    <>
      <button
        type="button"
        className="arm-button"
        aria-label={isArmed ? WORDS.armed : WORDS.arm}
        aria-pressed={isArmed}
        aria-disabled={refusal !== null || undefined}
        title={isArmed ? WORDS.armedTitle : WORDS.armTitle}
        onClick={() => (isArmed ? disarm('user') : refusal === null && arm())}
      >
        <Crosshair size={14} aria-hidden="true" />
        <span className="trade-bar-label">{isArmed ? WORDS.armed : WORDS.arm}</span>
      </button>
      <span role="status" className="sr-only">
        {isArmed ? WORDS.armedNotice : ((why && WHY[why]) ?? '')}
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
        aria-label={WORDS.flattenTitle}
        disabledReason={refusal === null ? undefined : NO_TRADING_TEXT[refusal]}
        onClick={() => setAsking(true)}
      >
        <CircleX size={14} aria-hidden="true" />
        <span className="trade-bar-label">{WORDS.flatten}</span>
      </Button>
      {isAsking && <FlattenDialog onClose={() => setAsking(false)} />}
    </>
  )
}
