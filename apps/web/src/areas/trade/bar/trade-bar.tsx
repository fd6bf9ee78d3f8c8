import { ChevronDown, CircleX, Crosshair, Volume2, VolumeX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { amountFigure, DASH, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { type FigureText, figureText } from '../../../platform/live/market/figure-text.ts'
import { figuresOf, useQuote } from '../../../platform/live/market/quotes.ts'
import { useAssetDetails } from '../../../platform/live/market/use-asset-details.ts'
import { useViewState } from '../../../platform/mirror/views/view-state.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { useRootFlag } from '../../../ui/hooks/use-media.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import {
  accountText,
  arm,
  disarm,
  flatten,
  NO_TRADING_TEXT,
  orderCount,
  useArmed,
  useNoTrading,
  useTradingQuery,
  useTradingState,
} from '../../trading/index.ts'
import { FloatMenu } from '../../workspace/index.ts'
import { BarSwitch } from '../buttons.tsx'
import { useSoundSetting } from '../fill-sound.ts'
import { DeadManSwitch } from './dead-man-switch.tsx'
import { MarketStrip } from './market-strip.tsx'

/** Must always be visible: coin, account, price source, whether keys send orders, and the kill switch. */
export function TradeBar() {
  useRootFlag('tradeBar')
  const symbol = useViewState(({ channels }) => channels[1].instrument.symbol)
  const deadMan = useState(false)
  return (
    <div
      role="toolbar"
      aria-label="Trading"
      className="flex min-h-10 flex-none items-center gap-x-5 gap-y-1 whitespace-nowrap border-line border-b bg-surface-1 px-3 py-[3px] text-13 max-lg:flex-wrap max-lg:gap-x-2.5 max-lg:gap-y-0.5"
    >
      <CoinFigures symbol={symbol} />
      <MarketStrip symbol={symbol} className="hidden min-[110rem]:flex min-[85rem]:[html:not([data-agent-panel])_&]:flex" />
      <AccountFigures />
      <div className="ml-auto flex items-center gap-1.5 max-md:gap-1">
        <DeadManSwitch open={deadMan} />
        <SoundButton />
        <ArmButton />
        <PhoneMenu onDeadMan={() => deadMan[1](true)} />
        <KillButton />
      </div>
    </div>
  )
}

const MarketList = lazyPart(async () => (await import('./market-picker.tsx')).MarketList)

function MarketPicker({ symbol }: { readonly symbol: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="-ml-1.5 inline-flex min-h-8 items-center gap-1 rounded-md px-1.5 hover:bg-surface-3"
        aria-haspopup="dialog"
        aria-label={`Coin: ${symbol}`}
        onClick={() => setOpen(true)}
      >
        <strong translate="no" className="font-semibold text-15">
          {symbol}
        </strong>
        <ChevronDown size={14} aria-hidden="true" className="text-ink-3" />
      </button>
      {isOpen && (
        <Suspense>
          <MarketList symbol={symbol} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function CoinFigures({ symbol }: { readonly symbol: string }) {
  const { price, change } = usePainted(symbol)
  return (
    <span className="num flex items-center gap-3.5 max-md:gap-2">
      <MarketPicker symbol={symbol} />
      <span translate="no">{price}</span>
      <span translate="no" data-tone={change.tone === 'up' || change.tone === 'down' ? change.tone : undefined} title="24h change">
        {change.text}
      </span>
    </span>
  )
}

/** Overflowing items wrap out of view as a whole: a figure is never cut. The height is fixed, so that the workspace does not move. */
const ACCOUNT =
  'flex h-[22px] min-w-0 flex-wrap items-baseline gap-x-3.5 gap-y-2 overflow-hidden max-lg:order-3 max-lg:h-6 max-lg:w-full max-lg:gap-2.5 max-lg:text-12 max-md:*:nth-4:hidden lg:flex-1'

function AccountFigures() {
  const { data: view } = useTradingQuery()
  const refusal = useNoTrading()
  if (view === undefined) return <span className={ACCOUNT} />
  const { account } = view
  return (
    <span className={`num ${ACCOUNT}`}>
      <span className="rounded-[4px] border border-line-strong px-1.5 text-11 text-ink-2">{accountText(account)}</span>
      {refusal !== null && refusal !== 'offline' && refusal !== 'not-read' && (
        <span className="text-warning">{NO_TRADING_TEXT[refusal]}</span>
      )}
      <AccountFigure title="Equity" amount={account.equity} />
      <AccountFigure title="Unrealised" amount={account.unrealised} isSigned />
      <AccountFigure title="Free" amount={account.free_margin} />
    </span>
  )
}

type AccountFigureProps = { readonly title: string; readonly amount: string | null; readonly isSigned?: boolean }

const AccountFigure = ({ title, amount, isSigned = false }: AccountFigureProps) => (
  <span title={amount ?? 'Not known'}>
    <small className="text-11 text-ink-3">{title}</small>{' '}
    <span translate="no" data-tone={isSigned ? toneOf(amount) : undefined}>
      {isSigned ? signedAmount(amount) : amountFigure(amount)}
    </span>
  </span>
)

function SoundButton() {
  const [isOn, setOn] = useSoundSetting()
  return (
    <IconButton
      label={isOn ? 'Sound on fills: on' : 'Sound on fills: off'}
      className="max-md:hidden"
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    >
      {isOn ? <Volume2 size={16} aria-hidden="true" /> : <VolumeX size={16} aria-hidden="true" />}
    </IconButton>
  )
}

/** On a phone the switches are words in a menu; those that are on stay in the bar. */
function PhoneMenu({ onDeadMan }: { readonly onDeadMan: () => void }) {
  const [isOn, setOn] = useSoundSetting()
  const { isArmed } = useArmed()
  const refusal = useNoTrading()
  return (
    <FloatMenu
      label="More trading controls"
      className="trade-bar-more"
      items={[
        { id: 'dead-man', label: 'Dead-man switch…', onSelect: onDeadMan },
        { id: 'sound', label: isOn ? 'Turn off the sound on fills' : 'Turn on the sound on fills', onSelect: () => setOn(!isOn) },
        ...(refusal === null
          ? [
              {
                id: 'arm',
                label: isArmed ? 'Disarm' : 'Arm: one tap sends orders',
                onSelect: () => (isArmed ? disarm('user') : arm()),
              },
            ]
          : []),
      ]}
    >
      More
    </FloatMenu>
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
      <BarSwitch
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
        <span className="max-md:hidden">{isArmed ? 'Armed' : 'Arm'}</span>
      </BarSwitch>
      <span role="status" className="sr-only">
        {isArmed ? 'Armed: single clicks and keys send orders.' : ((why && WHY[why]) ?? '')}
      </span>
    </>
  )
}

function KillButton() {
  const [isAsking, setAsking] = useState(false)
  const refusal = useNoTrading()
  const isOpen = useTradingState(({ view }) => view !== null && view.orders.size + view.positions.size > 0)
  return (
    <>
      <Button
        size="sm"
        variant={isOpen ? 'danger' : 'secondary'}
        data-kill=""
        aria-label="Flatten: cancel and close everything"
        aria-haspopup="dialog"
        disabledReason={refusal === null ? undefined : NO_TRADING_TEXT[refusal]}
        onClick={() => setAsking(true)}
      >
        <CircleX size={14} aria-hidden="true" />
        Flatten
      </Button>
      {isAsking && <FlattenDialog onClose={() => setAsking(false)} />}
    </>
  )
}

const NONE: FigureText = { text: DASH, description: '', tone: 'none' }

/** Updated at most twice a second. */
function usePainted(symbol: string): { readonly price: string; readonly change: FigureText } {
  // Ticks are kept only for coins that were read once; this one may be on no other list.
  useAssetDetails(symbol)
  const quote = useQuote(symbol)
  const figures = quote === null ? undefined : figuresOf(symbol)
  return figures === undefined
    ? { price: DASH, change: NONE }
    : { price: figureText(figures, 'price').text, change: figureText(figures, 'change24h') }
}

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

function FlattenDialog({ onClose }: { readonly onClose: () => void }) {
  const orders = useTradingState(({ view }) => (view === null ? 0 : orderCount(view.orders)))
  const positions = useTradingState(({ view }) => view?.positions.size ?? 0)
  return (
    <ConfirmDialog
      title="Cancel and close everything?"
      text={flattenEffect(count(orders, 'open order'), count(positions, 'position'))}
      action="Cancel and close all"
      cancel="Keep everything"
      focusesAction
      onConfirm={() => {
        onClose()
        void flatten()
      }}
      onClose={onClose}
    />
  )
}

const flattenEffect = (orders: string, positions: string) =>
  `This cancels ${orders}, stops included, and closes ${positions} at market. A position whose market is stale is named and closed later.`
