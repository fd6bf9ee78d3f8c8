import { ArrowLeftRight, Bell, CandlestickChart, Ellipsis, LayoutList, type LucideIcon } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { ProveLayer } from '../../areas/account/index.ts'
import { AgentButton } from '../../areas/agent/index.ts'
import { AlertDialog } from '../../areas/alerts/index.ts'
import { ConnectWalletDialog, DisconnectWalletDialog } from '../../areas/membership/index.ts'
import { useIsServerReady, useServerState } from '../../platform/api/server-state.ts'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { useIsOnline } from '../../platform/browser/use-is-online.ts'
import { useMarketState } from '../../platform/live/market/market-status.ts'
import { closeLayer, type Layer, openLayer, useLayer } from '../../platform/navigation/layers.ts'
import { clearToasts } from '../../platform/toasts/toast.ts'
import { cx } from '../../ui/cx.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { RetryTime } from '../../ui/states/error-state.tsx'
import { RouteSpinner } from '../../ui/states/progress.tsx'
import { Header } from './header.tsx'
import { Rail } from './rail.tsx'

export function Shell() {
  const { pathname } = useLocation()
  const isWall = pathname === '/present'
  const { key, isFirst, announcement } = useRouteChange()
  const isServerReady = useIsServerReady()
  const isOld = useMarketState(({ link }) => link !== 'socket') && !isServerReady
  useEffect(showFullTexts, [])
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!isWall && !pathname.startsWith('/ipc/') && (
        <ErrorBoundary of={key} fallback={null}>
          <Rail />
        </ErrorBoundary>
      )}
      <div className="flex min-w-0 flex-1 flex-col pb-(--floor)">
        {!isWall && (
          <ErrorBoundary
            of={key}
            fallback={
              <p role="alert" className="border-line border-b px-4 py-3 text-12 text-warning">
                The bar at the top could not be shown. Reload the page to try again.
              </p>
            }
          >
            <Header />
          </ErrorBoundary>
        )}
        {!isWall && (
          <ErrorBoundary of={key} fallback={null}>
            <ServerBanner />
          </ErrorBoundary>
        )}
        <main id="content" tabIndex={-1} data-focus-target="" data-outdated={isOld || undefined} className="flex min-w-0 flex-1 flex-col">
          <ErrorBoundary key={key}>
            <div key={key} className={cx('flex min-w-0 flex-1 flex-col', !isFirst && 'animate-rise')}>
              <Suspense fallback={<RouteSpinner />}>
                <Outlet />
              </Suspense>
            </div>
          </ErrorBoundary>
        </main>
      </div>
      {!isWall && (
        <ErrorBoundary of={key} fallback={null}>
          <BottomBar />
        </ErrorBoundary>
      )}
      <AgentButton />
      <LayerHost />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** The only notice that the server or network is unavailable; panels keep their data, dimmed, and their queries wait. */
export function ServerBanner() {
  const server = useServerState()
  const isOnline = useIsOnline()
  const arePricesLive = useMarketState(({ link }) => link === 'socket')
  return (
    <div role="status">
      {server.kind !== 'ready' && (
        <p className="num border-line border-b bg-surface-3 px-4 py-2 text-center text-13 text-warning">
          {server.kind === 'starting'
            ? `The server is starting${server.detail === '' ? '' : `: ${server.detail.replace(/\.$/, '')}`}.`
            : isOnline
              ? 'The server cannot be reached.'
              : 'You are offline.'}{' '}
          {arePricesLive ? 'Prices are live; other figures are' : 'Figures are'} as of {timeText(server.since)}.{' '}
          <RetryTime at={server.nextAt} />
        </p>
      )}
    </div>
  )
}

// No `Intl.DateTimeFormat` kept by the module: the first one of a page took half of the start-up script's time, and this notice is rare.
const timeText = (ms: number): string =>
  new Date(ms).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function pageKey(pathname: string): string {
  const parts = pathname.split('/').filter(Boolean)
  return (parts[0] === 'currencies' || parts[0] === 'ipc' ? parts.slice(0, 1) : parts.slice(0, 2)).join('/')
}

/** On a page change: clears toasts, scrolls to the top, focuses the content and announces the new title. */
export function useRouteChange(): { readonly key: string; readonly isFirst: boolean; readonly announcement: string } {
  const { pathname, search } = useLocation()
  const key = pageKey(pathname)
  const begun = useRef<{ key: string | null; url: string }>({ key, url: pathname + search })
  const [announcement, setAnnouncement] = useState('')
  const url = pathname + search
  useEffect(() => {
    if (begun.current.url !== url) clearToasts()
    begun.current.url = url
  }, [url])
  useEffect(() => {
    if (begun.current.key === key) return
    begun.current.key = null
    scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
    // The page sets its title after rendering, which may be after its code has loaded.
    const timer = setTimeout(() => setAnnouncement(document.title), 300)
    return () => clearTimeout(timer)
  }, [key])
  return { key, isFirst: begun.current.key === key, announcement }
}

const ITEMS: ReadonlyArray<{ readonly title: string; readonly to: string; readonly icon: LucideIcon; readonly prefix: string }> = [
  { title: 'Markets', to: '/', icon: LayoutList, prefix: '/' },
  { title: 'Chart', to: '/currencies/BTC', icon: CandlestickChart, prefix: '/currencies' },
  { title: 'Trade', to: '/claw/trade', icon: ArrowLeftRight, prefix: '/claw/trade' },
  { title: 'Alerts', to: '/tradealerts', icon: Bell, prefix: '/tradealerts' },
]

const entryStyle = 'flex h-full w-full flex-col items-center justify-center gap-0.5 text-11 font-medium focus-visible:-outline-offset-2'

function BottomBar() {
  const { pathname } = useLocation()
  const isMoreOpen = useLayer((state) => state.open === 'more')
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {/* Room for the agent's button, which floats over the end of the bar and so over nothing that one reads. */}
      <ul className="in-data-[visitor=user]:mr-15 grid h-(--bottom-bar) grid-cols-5">
        {ITEMS.map(({ title, to, icon: Icon, prefix }) => {
          const isHere = prefix === '/' ? pathname === '/' : pathname.startsWith(prefix)
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={isHere ? 'page' : undefined}
                className={cx(entryStyle, isHere ? 'text-accent-text' : 'text-ink-2')}
              >
                <Icon size={20} aria-hidden="true" />
                <span>{title}</span>
              </Link>
            </li>
          )
        })}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            data-early="more"
            aria-expanded={isMoreOpen}
            onClick={() => openLayer('more')}
            className={cx(entryStyle, 'text-ink-2')}
          >
            <Ellipsis size={20} aria-hidden="true" />
            More
          </button>
        </li>
      </ul>
    </nav>
  )
}

const TEXT = 'a, b, span, p, td, th, button, h1, h2, h3, dd, li'

/** While a text that ends in an ellipsis is hovered or focused, its title is the whole text. @returns a function that stops it */
export function showFullTexts(): () => void {
  let shown: HTMLElement | null = null
  const leave = () => {
    shown?.removeAttribute('title')
    shown = null
  }
  const enter = ({ target, type }: Event) => {
    leave()
    const cut = target instanceof Element ? cutTextAt(target, type === 'focusin') : null
    if (cut === null) return
    shown = cut
    cut.title = cut.textContent?.trim() ?? ''
  }
  const events = ['pointerover', 'focusin'] as const
  for (const event of events) document.addEventListener(event, enter)
  return () => {
    leave()
    for (const event of events) document.removeEventListener(event, enter)
  }
}

/** The hovered element, or what it holds if it has the focus; null if the text is not cut or a title states it. */
function cutTextAt(target: Element, isFocused: boolean): HTMLElement | null {
  const inside = isFocused ? [...target.querySelectorAll<HTMLElement>(TEXT)] : []
  const found = [target.closest<HTMLElement>(TEXT), ...inside].find((each) => each !== null && isCut(each)) ?? null
  return found === null || found.closest('[title]') !== null ? null : found
}

const isCut = (element: HTMLElement): boolean =>
  (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight) &&
  getComputedStyle(element).textOverflow === 'ellipsis'

const CommandPalette = lazyPart(async () => (await import('../command-palette.tsx')).CommandPalette)
const ShortcutSheet = lazyPart(async () => (await import('../shortcuts/shortcut-sheet.tsx')).ShortcutSheet)
const LogOutDialog = lazyPart(async () => (await import('../log-out-dialog.tsx')).LogOutDialog)
const MoreSheet = lazyPart(async () => (await import('../more-sheet.tsx')).MoreSheet)

function LayerHost() {
  const open = useLayer((state) => state.open)
  if (open === null) return null
  return (
    <ErrorBoundary key={open}>
      <Suspense fallback={null}>
        <OpenLayer layer={open} />
      </Suspense>
    </ErrorBoundary>
  )
}

function OpenLayer({ layer }: { readonly layer: Layer }) {
  if (layer === 'palette' || layer === 'coins') return <CommandPalette key={layer} coinsOnly={layer === 'coins'} onClose={closeLayer} />
  if (layer === 'shortcuts') return <ShortcutSheet onClose={closeLayer} />
  if (layer === 'log-out') return <LogOutDialog onClose={closeLayer} />
  if (layer === 'connect-wallet') return <ConnectWalletDialog onClose={closeLayer} />
  if (layer === 'disconnect-wallet') return <DisconnectWalletDialog onClose={closeLayer} />
  if (layer === 'alert') return <AlertDialog onClose={closeLayer} />
  if (layer === 'prove') return <ProveLayer onClose={closeLayer} />
  return <MoreSheet onClose={closeLayer} />
}
