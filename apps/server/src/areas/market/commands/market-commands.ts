import type { ReplayView } from '@aerie/wire/market/replay'
import type { ReplayService } from '../replay/replay-service.ts'
import type { MarketAnswer, MarketCommand } from './market-command-listener.ts'

type Deps = { readonly goLive: () => Promise<MarketAnswer>; readonly replay: Pick<ReplayService, 'view' | 'obey'> }

export const marketCommands =
  ({ goLive, replay }: Deps) =>
  async (command: MarketCommand): Promise<MarketAnswer> => {
    if (command === 'live') return await goLive()
    return { isDone: true, text: replayText(command === 'replay' ? replay.view() : await replay.obey(command)) }
  }

const instant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const replayText = ({ state, speed, market_time, from, end }: ReplayView): string =>
  `The replay is ${state} at ${instant(market_time)}, speed ${speed}. The recording runs from ${instant(from)} to ${instant(end)}.`
