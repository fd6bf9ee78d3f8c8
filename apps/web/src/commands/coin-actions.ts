import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { askForAlert } from '../alerts/ask-for-alert.ts'
import { queryClient } from '../lib/http/query-client.ts'
import { INTERVAL_WORDS } from '../market-views/chart/interval-words.ts'
import { BARE_COINS, coinsQuery, type NamedCoin } from '../market-views/coins/coins-query.ts'
import { PRESET_HOURS } from '../market-views/forecast/hours-param.ts'
import { viewTarget } from '../mirror/views/view-state.ts'
import { goTo } from '../navigation/navigation.ts'
import { tradeThis } from '../trading/orders/trade-this.ts'
import type { Action } from './action.ts'

type CoinScreen = { readonly path: string; readonly symbol: string }

/** The screen of one coin that is on show; null on others. */
function coinScreen(): CoinScreen | null {
  const [, path, symbol] = /^(\/(?:currencies|ipc)\/)([^/]+)/.exec(location.pathname) ?? []
  return path === undefined || symbol === undefined ? null : { path, symbol: decodeURIComponent(symbol).toUpperCase() }
}

const isWorkspace = (): boolean => /^\/(?:claw\/(?:pre)?trade|mirror)\/?$/.test(location.pathname)
const hasCoin = (): boolean => coinScreen() !== null || isWorkspace()

/** The coins that the screen on show can be turned to, largest first. */
function choices(screen: CoinScreen | null): readonly NamedCoin[] {
  const coins = queryClient.getQueryData(coinsQuery.queryKey) ?? BARE_COINS
  return screen?.path === '/ipc/' ? coins.filter(({ symbol }) => PREDICTED_SYMBOLS.some((one) => one === symbol)) : coins
}

/** Turns the screen on show to the next coin, `by` places down the list of market caps; round at its ends. */
function stepCoin(by: 1 | -1): void {
  const screen = coinScreen()
  const coins = choices(screen)
  const target = viewTarget()
  const symbol = screen?.symbol ?? target.symbol
  const at = coins.findIndex((coin) => coin.symbol === symbol)
  const next = at < 0 ? coins[0] : coins[(at + by + coins.length) % coins.length]
  if (next === undefined) return
  if (screen !== null) goTo(`${screen.path}${encodeURIComponent(next.symbol)}${location.search}`)
  else target.chooseCoin({ symbol: next.symbol, label: next.name ?? next.symbol })
}

/** Writes one part of the address, as the screen's own controls do. */
function setParam(name: 'interval' | 'hours', value: string): void {
  const params = new URLSearchParams(location.search)
  params.set(name, value)
  goTo(`${location.pathname}?${params}`, { replace: true })
}

const timeframeText = (interval: string) => `Timeframe: ${interval}`

const timeframe = (interval: Interval, index: number): Action => ({
  id: `timeframe ${interval}`,
  title: timeframeText(INTERVAL_WORDS[interval]),
  group: 'Coin',
  keys: String(index + 1),
  words: `timeframe interval chart candles ${interval}`,
  isOffered: () => (isWorkspace() ? viewTarget().chooseInterval !== null : location.pathname.startsWith('/currencies/')),
  run: () => (isWorkspace() ? viewTarget().chooseInterval?.(interval) : setParam('interval', interval)),
})

const horizon = (hours: (typeof PRESET_HOURS)[number]): Action => ({
  id: `horizon ${hours}`,
  title: `Prediction: ${hours} h ahead`,
  group: 'Coin',
  // The last digit: 1, 6, 12, 24.
  keys: `h ${hours % 10}`,
  words: 'forecast horizon hours',
  isOffered: () => (isWorkspace() ? viewTarget().chooseHours !== null : coinScreen() !== null),
  run: () => (isWorkspace() ? viewTarget().chooseHours?.(hours) : setParam('hours', String(hours))),
})

/** The coin that is meant: of the row that has the focus, of the screen, or of the slot that the keys work on. */
const meantCoin = (): string =>
  document.activeElement?.closest<HTMLElement>('[data-symbol]')?.dataset.symbol ?? coinScreen()?.symbol ?? viewTarget().symbol

/** What turns the screen on show to another coin, timeframe or horizon. */
export const COIN_ACTIONS: readonly Action[] = [
  {
    id: 'trade this',
    title: 'Trade this coin',
    group: 'Trade',
    keys: 't',
    words: 'buy sell order ticket',
    isOffered: ({ isLoggedIn }) => isLoggedIn && !location.pathname.startsWith('/claw/trade'),
    run: () => tradeThis(meantCoin()),
  },
  {
    id: 'alert this',
    title: 'Alert on this coin',
    group: 'Trade',
    keys: 'shift+n',
    words: 'alarm notify price new alert',
    isOffered: ({ isLoggedIn }) => isLoggedIn,
    run: () => askForAlert({ symbol: meantCoin() }),
  },
  { id: 'coin next', title: 'Next coin', group: 'Coin', keys: 'j', repeats: true, isOffered: hasCoin, run: () => stepCoin(1) },
  { id: 'coin previous', title: 'Previous coin', group: 'Coin', keys: 'k', repeats: true, isOffered: hasCoin, run: () => stepCoin(-1) },
  ...INTERVALS.map(timeframe),
  ...PRESET_HOURS.map(horizon),
]
