import type { Present } from '@aerie/wire/market/present'
import { type BoardState, retryBoard } from '../../../live/market/board.ts'
import type { ChannelView } from '../../../mirror/views/view-state.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { HeatMap } from '../map/heat-map.tsx'
import type { Step } from '../wall/steps.ts'
import { CoinScene } from './coin-scene.tsx'
import { MoversScene } from './movers-scene.tsx'

type MarketStep = Exclude<Step, { readonly symbol: string }>

type SceneProps = { readonly step: Step; readonly board: BoardState; readonly settings: Present; readonly view: ChannelView }

/** What a step of the round shows. */
export function Scene({ step, board, settings, view }: SceneProps) {
  if ('symbol' in step) {
    const coin = board.kind === 'ready' ? board.coins.find(({ symbol }) => symbol === step.symbol) : undefined
    return <CoinScene key={step.symbol} symbol={step.symbol} coin={coin} interval={view.interval} hours={view.hours} />
  }
  return <MarketScene step={step} board={board} settings={settings} />
}

/** The whole market, in each state of it. */
function MarketScene({ step, board, settings }: Omit<SceneProps, 'step' | 'view'> & { readonly step: MarketStep }) {
  switch (board.kind) {
    case 'loading':
      return <div role="status" aria-label="Loading the market" className="wall-skeleton animate-skeleton" />
    case 'failed':
      return (
        <ErrorState title="The market could not be loaded" onRetry={retryBoard}>
          <ErrorText error={board.error} />
        </ErrorState>
      )
    case 'ready':
      return step.scene === 'map' ? (
        <HeatMap coins={board.coins.slice(0, settings.coins)} settings={settings} />
      ) : (
        <MoversScene coins={board.coins} span={step.span} />
      )
  }
}
