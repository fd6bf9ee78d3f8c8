import type { Known } from '@aerie/core/known'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import type { SourceKind } from '@aerie/wire/market/market'
import { DASH } from '../../platform/format/figures.ts'
import { type BoardCoin, boardQuery, useBoard } from '../../platform/live/market/board.ts'
import { TODAYS_SUPPLY } from '../../platform/live/market/figure-text.ts'
import { cx } from '../../ui/cx.ts'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import {
  BreadthBar,
  breadthOf,
  MarketNote,
  newestOf,
  SPAN_LABELS,
  type Span,
  SupplyNote,
  totalOf,
  useIsMarketStale,
} from '../market/index.ts'

type MarketPanelProps = { readonly span: Span; readonly className: string }

export function MarketPanel({ span, className }: MarketPanelProps) {
  const board = useBoard()
  return (
    <Panel title="Market" className={className} trailing={<About />}>
      <QueryView
        query={boardQuery(board)}
        loading="Loading the market"
        failed="The market could not be loaded"
        rowClassName="h-8 w-full"
        className="p-3"
      >
        {({ coins, source }) => <Market coins={coins} source={source} span={span} />}
      </QueryView>
    </Panel>
  )
}

type MarketProps = { readonly coins: readonly BoardCoin[]; readonly source: SourceKind; readonly span: Span }

function Market({ coins, source, span }: MarketProps) {
  const isStale = useIsMarketStale()
  const total = totalOf(coins, span)
  const money = moneyIn(coins)
  return (
    <div className={cx('flex flex-col gap-3 p-3', isStale && 'opacity-80')} data-stale={isStale || undefined}>
      <BreadthBar breadth={breadthOf(coins, span)} span={span} />
      <dl className="claw-facts">
        <Fact
          title="Total market cap"
          value={textOf(total.cap, (cap) => `${money(cap)}${source === 'replay' ? TODAYS_SUPPLY : ''}`)}
          of={ofCoins(total.capCoins, coins)}
        />
        <Fact
          title={change(SPAN_LABELS[span])}
          value={textOf(total.change, percentText)}
          of={ofCoins(total.changeCoins, coins)}
          tone={toneOf(total.change)}
        />
        <Fact title="Volume (24h)" value={textOf(total.volume, money)} of={ofCoins(total.volumeCoins, coins)} />
        <Fact
          title={shareText(total.leader ?? 'Largest coin')}
          value={textOf(total.leaderShare, (share) => `${share.toFixed(1)}%`)}
          of={ofCoins(total.capCoins, coins)}
        />
      </dl>
      <MarketNote source={source} asOf={newestOf(coins)} />
      <SupplyNote />
    </div>
  )
}

type FactProps = { readonly title: string; readonly value: string; readonly of: string; readonly tone?: 'up' | 'down' | undefined }

const Fact = ({ title, value, of, tone }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-12 text-ink-2">{title}</dt>
    <dd
      translate="no"
      className={cx('num font-semibold text-18', tone === 'up' ? 'text-up' : tone === 'down' ? 'text-down' : 'text-ink-1')}
    >
      {value}
    </dd>
    <dd className="num text-12 text-ink-3">{of}</dd>
  </div>
)

function moneyIn(coins: readonly BoardCoin[]): (value: number) => string {
  const [quote = '', ...others] = new Set(coins.map((coin) => coin.quote))
  if (others.length > 0) return shortNumberText
  return quote === 'USD' ? (value) => `$${shortNumberText(value)}` : (value) => `${shortNumberText(value)} ${quote}`
}

const textOf = (value: Known<number>, format: (value: number) => string): string => (value.known ? format(value.value) : DASH)
const toneOf = (value: Known<number>): 'up' | 'down' | undefined => {
  const text = textOf(value, percentText)
  if (text.startsWith('+')) return 'up'
  return text.startsWith(MINUS) ? 'down' : undefined
}

const ofCoins = (count: number, coins: readonly BoardCoin[]): string =>
  count === coins.length ? `all ${count} coins` : `${count} of ${coins.length} coins; others unknown`

const About = () => (
  <Explain title="the market figures">
    <p>
      Every coin, by its latest price. Up and down compare it with the price that long ago. Coins with an unknown price are not counted.
    </p>
    <Formula>change = Σ cap now ÷ Σ (cap now × earlier price ÷ price) − 1</Formula>
    <p>The change uses the current supply, so that new coins do not look like a gain.</p>
  </Explain>
)

const change = (span: string) => `Market cap change ${span}`

const shareText = (leader: string) => `${leader} dominance`
