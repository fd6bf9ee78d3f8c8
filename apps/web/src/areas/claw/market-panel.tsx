import { percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import type { SourceKind } from '@aerie/wire/market/market'
import { type BoardCoin, boardQuery, useBoard } from '../../platform/live/market/board.ts'
import { TODAYS_SUPPLY } from '../../platform/live/market/figure-text.ts'
import { cx } from '../../ui/cx.ts'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import {
  BreadthBar,
  breadthOf,
  changeTone,
  knownText,
  MarketFact,
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
        <MarketFact title="Total market cap" of={ofCoins(total.capCoins, coins)}>
          {knownText(total.cap, (cap) => `${money(cap)}${source === 'replay' ? TODAYS_SUPPLY : ''}`)}
        </MarketFact>
        <MarketFact title={change(SPAN_LABELS[span])} of={ofCoins(total.changeCoins, coins)} tone={changeTone(total.change)}>
          {knownText(total.change, percentText)}
        </MarketFact>
        <MarketFact title="Volume (24h)" of={ofCoins(total.volumeCoins, coins)}>
          {knownText(total.volume, money)}
        </MarketFact>
        <MarketFact title={shareText(total.leader ?? 'Largest coin')} of={ofCoins(total.capCoins, coins)}>
          {knownText(total.leaderShare, (share) => `${share.toFixed(1)}%`)}
        </MarketFact>
      </dl>
      <MarketNote source={source} asOf={newestOf(coins)} />
      <SupplyNote />
    </div>
  )
}

function moneyIn(coins: readonly BoardCoin[]): (value: number) => string {
  const [quote = '', ...others] = new Set(coins.map((coin) => coin.quote))
  if (others.length > 0) return shortNumberText
  return quote === 'USD' ? (value) => `$${shortNumberText(value)}` : (value) => `${shortNumberText(value)} ${quote}`
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
