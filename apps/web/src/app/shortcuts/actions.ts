import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { askForAlert } from '../../areas/alerts/index.ts'
import { INTERVAL_LABELS } from '../../areas/chart/index.ts'
import { PRESET_HOURS } from '../../areas/forecast/index.ts'
import { BARE_COINS, coinsQuery, type NamedCoin } from '../../areas/market/index.ts'
import { tradeThis } from '../../areas/trading/index.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { type Action, useRegisteredActions, type Viewer } from '../../platform/commands/action.ts'
import { SHELL_KEYS } from '../../platform/commands/shell-keys.ts'
import { viewTarget } from '../../platform/mirror/views/view-state.ts'
import { isMirrorWindow } from '../../platform/mirror/windows/is-mirror-window.ts'
import { openMirror } from '../../platform/mirror/windows/mirror-windows.ts'
import { toggleAgent } from '../../platform/navigation/agent-panel-state.ts'
import { openLayer } from '../../platform/navigation/layers.ts'
import { goTo, startTour } from '../../platform/navigation/navigation.ts'
import { isShown, NAVIGATION_ENTRIES, type NavigationEntry } from '../../platform/navigation/navigation-entries.ts'
import { storedWallet } from '../../platform/session/stored-wallet.ts'
import { choosePalette, chooseTheme, type Palette, type Theme, useAppearance } from '../../ui/appearance.ts'
import { canFullscreen, toggleFullscreen } from '../../ui/fullscreen.ts'

type CoinScreen = { readonly path: string; readonly symbol: string }

function coinScreen(): CoinScreen | null {
  const [, path, symbol] = /^(\/(?:currencies|ipc)\/)([^/]+)/.exec(location.pathname) ?? []
  return path === undefined || symbol === undefined ? null : { path, symbol: decodeURIComponent(symbol).toUpperCase() }
}

const isWorkspace = (): boolean => /^\/(?:claw\/(?:pre)?trade|mirror)\/?$/.test(location.pathname)
const hasCoin = (): boolean => coinScreen() !== null || isWorkspace()

function choices(screen: CoinScreen | null): readonly NamedCoin[] {
  const coins = queryClient.getQueryData(coinsQuery.queryKey) ?? BARE_COINS
  return screen?.path === '/ipc/' ? coins.filter(({ symbol }) => PREDICTED_SYMBOLS.some((one) => one === symbol)) : coins
}

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

function setParam(name: 'interval' | 'hours', value: string): void {
  const params = new URLSearchParams(location.search)
  params.set(name, value)
  goTo(`${location.pathname}?${params}`, { replace: true })
}

const timeframeText = (interval: string) => `Timeframe: ${interval}`

const timeframe = (interval: Interval, index: number): Action => ({
  id: `timeframe ${interval}`,
  title: timeframeText(INTERVAL_LABELS[interval]),
  group: 'Coin',
  keys: String(index + 1),
  keywords: `timeframe interval chart candles ${interval}`,
  isOffered: () => (isWorkspace() ? viewTarget().chooseInterval !== null : location.pathname.startsWith('/currencies/')),
  run: () => (isWorkspace() ? viewTarget().chooseInterval?.(interval) : setParam('interval', interval)),
})

const horizon = (hours: (typeof PRESET_HOURS)[number]): Action => ({
  id: `horizon ${hours}`,
  title: `Prediction: ${hours} h ahead`,
  group: 'Coin',
  keys: `h ${hours % 10}`,
  keywords: 'forecast horizon hours',
  isOffered: () => (isWorkspace() ? viewTarget().chooseHours !== null : coinScreen() !== null),
  run: () => (isWorkspace() ? viewTarget().chooseHours?.(hours) : setParam('hours', String(hours))),
})

const meantCoin = (): string =>
  document.activeElement?.closest<HTMLElement>('[data-symbol]')?.dataset.symbol ?? coinScreen()?.symbol ?? viewTarget().symbol

export const COIN_ACTIONS: readonly Action[] = [
  {
    id: 'trade this',
    title: 'Trade this coin',
    group: 'Trade',
    keys: 't',
    keywords: 'buy sell order ticket',
    isOffered: ({ isLoggedIn }) => isLoggedIn && !location.pathname.startsWith('/claw/trade'),
    run: () => tradeThis(meantCoin()),
  },
  {
    id: 'alert this',
    title: 'Alert on this coin',
    group: 'Trade',
    keys: 'shift+n',
    keywords: 'alarm notify price new alert',
    isOffered: ({ isLoggedIn }) => isLoggedIn,
    run: () => askForAlert({ symbol: meantCoin() }),
  },
  { id: 'coin next', title: 'Next coin', group: 'Coin', keys: 'j', repeats: true, isOffered: hasCoin, run: () => stepCoin(1) },
  { id: 'coin previous', title: 'Previous coin', group: 'Coin', keys: 'k', repeats: true, isOffered: hasCoin, run: () => stepCoin(-1) },
  ...INTERVALS.map(timeframe),
  ...PRESET_HOURS.map(horizon),
]

const hasWallet = ({ user }: Viewer): boolean => storedWallet(user) !== null

const nameOf = ({ section, title }: NavigationEntry): string =>
  section === 'Dashboard' || title === section ? title : `${section}: ${title}`

const goToEntry = (entry: NavigationEntry): Action => ({
  id: `go ${entry.path}`,
  title: nameOf(entry),
  group: 'Go to',
  ...(entry.letter === undefined ? {} : { keys: `g ${entry.letter}` }),
  isOffered: ({ user }) => isShown(entry, user),
  run: () => goTo(entry.path),
})

const theme = (value: Theme, title: string): Action => ({
  id: `theme ${value}`,
  title,
  group: 'Appearance',
  keywords: 'theme mode colour',
  run: () => chooseTheme(value),
})
const palette = (value: Palette, title: string): Action => ({
  id: `palette ${value}`,
  title,
  group: 'Appearance',
  keywords: 'palette colour up down rise fall colour-blind',
  run: () => choosePalette(value),
})

const isDark = (): boolean => {
  const { theme: chosen } = useAppearance.getState()
  return chosen === 'dark' || (chosen === 'system' && !matchMedia('(prefers-color-scheme: light)').matches)
}

export const ACTIONS: readonly Action[] = [
  ...NAVIGATION_ENTRIES.map(goToEntry),
  { id: 'present', title: 'Present', group: 'Go to', keywords: 'wallboard big screen', run: () => goTo('/present') },
  { id: 'palette', title: 'Command palette', group: 'Find', keys: SHELL_KEYS.palette, run: () => openLayer('palette') },
  {
    id: 'coins',
    title: 'Search coins',
    group: 'Find',
    keys: SHELL_KEYS.coins,
    keywords: 'currency token price',
    run: () => openLayer('coins'),
  },
  {
    id: 'agent',
    title: 'Agent EagleEye',
    group: 'Find',
    keys: 'g e',
    keywords: 'chat ask',
    isOffered: (who) => who.isLoggedIn,
    run: toggleAgent,
  },
  {
    id: 'fullscreen',
    title: 'Fullscreen',
    group: 'Windows',
    keys: SHELL_KEYS.fullscreen,
    isOffered: canFullscreen,
    run: toggleFullscreen,
  },
  {
    id: 'mirror',
    title: 'Open next mirror window',
    group: 'Windows',
    keys: SHELL_KEYS.mirror,
    keywords: 'popup screen',
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror('next'),
  },
  {
    id: 'mirror 1',
    title: 'Open Mirror Window',
    group: 'Windows',
    keywords: 'popup screen',
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror(1),
  },
  {
    id: 'mirror 2',
    title: 'Open Mirror 2',
    group: 'Windows',
    keywords: 'popup screen',
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror(2),
  },
  ...COIN_ACTIONS,
  {
    id: 'theme toggle',
    title: 'Switch between dark and light',
    group: 'Appearance',
    keys: 'shift+t',
    keywords: 'theme toggle mode',
    run: () => chooseTheme(isDark() ? 'light' : 'dark'),
  },
  theme('dark', 'Dark theme'),
  theme('light', 'Light theme'),
  theme('system', 'System theme'),
  palette('classic', 'Price colours: green up, red down'),
  palette('swapped', 'Price colours: red up, green down'),
  palette('blue-orange', 'Price colours: blue up, orange down'),
  {
    id: 'connect-wallet',
    title: 'Connect Wallet',
    group: 'Session',
    isOffered: (who) => !hasWallet(who),
    run: () => openLayer('connect-wallet'),
  },
  {
    id: 'disconnect-wallet',
    title: 'Disconnect Wallet',
    group: 'Session',
    isOffered: hasWallet,
    run: () => openLayer('disconnect-wallet'),
  },
  { id: 'log-in', title: 'Log In', group: 'Session', isOffered: (who) => !who.isLoggedIn, run: () => goTo('/auth/login') },
  { id: 'sign-up', title: 'Sign Up', group: 'Session', isOffered: (who) => !who.isLoggedIn, run: () => goTo('/auth/signup') },
  { id: 'log-out', title: 'Log Out', group: 'Session', isOffered: (who) => who.isLoggedIn, run: () => openLayer('log-out') },
  {
    id: 'tour',
    title: 'Take the tour',
    group: 'Help',
    keywords: 'guide help introduction onboarding',
    isOffered: (who) => who.isLoggedIn,
    run: startTour,
  },
  { id: 'shortcuts', title: 'Keyboard shortcuts', group: 'Help', keys: SHELL_KEYS.shortcuts, run: () => openLayer('shortcuts') },
  {
    id: 'licences',
    title: 'Licences of included software',
    group: 'Help',
    keywords: 'license open source notice about legal third party',
    run: () => void window.open('/licences.txt', '_blank', 'noopener'),
  },
]

/** All actions of this page: the table plus those registered by visible parts, newest first. */
export function presentActions(): readonly Action[] {
  const added = [...useRegisteredActions.getState().byOwner.values()].reverse().flat()
  const ids = new Set(added.map(({ id }) => id))
  return [...added, ...ACTIONS.filter(({ id }) => !ids.has(id))]
}

export const availableActions = (who: Viewer): readonly Action[] => presentActions().filter((action) => action.isOffered?.(who) ?? true)
