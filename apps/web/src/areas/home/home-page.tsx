import './home.css'
import { INDUSTRIES, type Industry } from '@aerie/wire/market/market'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useRef } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { useListOf } from '../../platform/live/market/assets-list.ts'
import { useMarketState } from '../../platform/live/market/market-status.ts'
import { whenSettled } from '../../platform/live/socket/when-settled.ts'
import { useIsLoggedIn } from '../../platform/session/session.ts'
import { ButtonLink, iconButtonStyle } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { isWide as isWideNow, useIsWide, useMedia } from '../../ui/hooks/use-media.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ProvenanceHost } from '../market/index.ts'
import { HomeMarketSkeleton } from './market-skeleton.tsx'
import { ColumnChooser } from './table/column-chooser.tsx'
import { useHiddenColumns } from './table/columns.ts'
import { MarketList } from './table/market-list.tsx'
import { useHomeView } from './use-home-view.ts'

// The list has priority: the side panel loads afterwards.
const HomeMarket = lazyPart(async () => {
  await whenSettled()
  return (await import('./home-market.tsx')).HomeMarket
})
const TokenDetails = lazyPart(async () => (await import('./sidebar/token-details.tsx')).TokenDetails)

/** A tablet and larger: the style sheet has room for the totals and the movers. */
const HAS_OVERVIEW = '(min-width: 48rem)'

export function HomePage() {
  const view = useHomeView()
  const list = useListOf(view.request)
  const navigate = useNavigate()
  const hiddenColumns = useHiddenColumns((state) => state.hidden)
  const panel = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const hasOverview = useMedia(HAS_OVERVIEW)
  const hasSidebar = isWide && view.selected !== null
  const open = (symbol: string) => {
    if (!isWideNow() && isSupportedSymbol(symbol)) void navigate(`/currencies/${symbol}`)
    else view.select(symbol)
  }
  const close = () => {
    panel.current?.querySelector<HTMLElement>('[data-symbol][aria-selected="true"]')?.focus()
    view.select(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || view.selected === null) return
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sidebar from anywhere on the page
    <div className="home" onKeyDown={onKeyDown}>
      <Hero />
      <div className="home-body xl:data-sidebar:grid-cols-[minmax(0,1fr)_272px]" data-sidebar={hasSidebar || undefined} ref={panel}>
        <section className="market-panel" aria-labelledby="market-title" data-hidden-columns={hiddenColumns.join(' ') || undefined}>
          <div className="market-head">
            <h2 id="market-title" className="font-semibold text-15 text-ink-1">
              Cryptocurrency Prices by Market Cap
            </h2>
            <div className="flex flex-wrap items-center gap-2">
              <IndustryFilter industry={view.request.industry} onFilter={view.filterBy} />
              <ColumnChooser />
            </div>
          </div>
          <LinkNotice />
          <MarketList view={view} list={list} onOpen={open} />
        </section>
        <div className="home-market">
          {hasOverview && (
            <ErrorBoundary title="The market overview could not be shown">
              <Suspense fallback={<HomeMarketSkeleton />}>
                <HomeMarket />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        {hasSidebar && view.selected !== null && (
          <SidebarFrame symbol={view.selected} onClose={close}>
            <ErrorBoundary key={view.selected} title="The token’s details could not be shown">
              <Suspense fallback={null}>
                <TokenDetails symbol={view.selected} />
              </Suspense>
            </ErrorBoundary>
          </SidebarFrame>
        )}
      </div>
      <ProvenanceHost area={panel} />
    </div>
  )
}

function LinkNotice() {
  const link = useMarketState((state) => state.link)
  if (link !== 'polling') return null
  return (
    <p role="status" className="link-notice">
      Live updates are not connected. Prices are refreshed every 5 seconds until they are.
    </p>
  )
}

function Hero() {
  const isLoggedIn = useIsLoggedIn()
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 md:flex-nowrap">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-24 text-ink-1 tracking-tight">Explore the Market with the top 50 tokens</h1>
        <p className="max-w-[84ch] text-13 text-ink-2">
          Filter the list by Meme, Trending and AI tokens (sort by 24h% for trending), and pick one for its details.
        </p>
      </div>
      {isLoggedIn ? (
        <ButtonLink to="/claw" variant="primary" className="shrink-0">
          Discover CLAW now
        </ButtonLink>
      ) : (
        <div className="flex shrink-0 flex-wrap gap-2" data-for="guest">
          <ButtonLink to="/auth/signup" variant="primary">
            Sign Up Now
          </ButtonLink>
          <ButtonLink to="/auth/login" variant="secondary">
            Log In
          </ButtonLink>
        </div>
      )}
    </header>
  )
}

type SidebarFrameProps = { readonly symbol: string; readonly onClose: () => void; readonly children: ReactNode }

/** Rendered at once so that the layout does not shift; content loads later. */
const SidebarFrame = ({ symbol, onClose, children }: SidebarFrameProps) => (
  <aside
    className="rounded-md border border-line bg-surface-1 lg:absolute lg:top-22 lg:right-0 lg:z-2 lg:w-[272px] lg:animate-fade lg:shadow-float xl:sticky xl:top-[calc(var(--sticky-top,0px)+16px)] xl:z-auto xl:col-start-2 xl:row-start-2 xl:w-auto xl:shadow-none"
    aria-labelledby="token-details-title"
    data-for-symbol={symbol}
  >
    <header className="flex items-center justify-between border-line border-b py-1 pr-1 pl-4">
      <h2 id="token-details-title" className="font-semibold text-13 text-ink-1">
        Token Details
      </h2>
      <button type="button" aria-label="Close Token Details" title="Close (Esc)" onClick={onClose} className={iconButtonStyle}>
        <X size={16} aria-hidden="true" />
      </button>
    </header>
    <div className="p-4">{children}</div>
  </aside>
)

type IndustryFilterProps = { readonly industry: Industry | null; readonly onFilter: (industry: Industry | undefined) => void }

const IndustryFilter = ({ industry, onFilter }: IndustryFilterProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are buttons
  <div role="group" aria-label="Filter by industry" className="flex gap-1">
    {INDUSTRIES.map(({ title, value }) => {
      const isPressed = (value ?? null) === industry
      return (
        <button
          key={title}
          type="button"
          aria-pressed={isPressed}
          data-early={`filter ${title}`}
          onClick={() => onFilter(value)}
          className={cx(
            'h-8 min-w-12 rounded-md border px-3 font-medium text-13 transition-colors-fast pointer-coarse:h-11',
            isPressed
              ? 'border-accent bg-accent-soft text-accent-text'
              : 'border-line bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
          )}
        >
          {title}
        </button>
      )
    })}
  </div>
)
