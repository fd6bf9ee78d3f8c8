import { Bell, Maximize, Minimize, MonitorUp, Search, Wallet } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useId,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, useLocation } from 'react-router'
import { AddressPill } from '../../areas/membership/index.ts'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { useKeyHint } from '../../platform/commands/shell-keys.ts'
import { openLayer } from '../../platform/navigation/layers.ts'
import { isAt, isShown, NAVIGATION_ENTRIES, sectionOf } from '../../platform/navigation/navigation-entries.ts'
import { useIsLoggedIn, useSession } from '../../platform/session/session.ts'
import { storedWallet } from '../../platform/session/stored-wallet.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button, IconButton, iconButtonStyle } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { canFullscreen, toggleFullscreen } from '../../ui/fullscreen.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { AccountButton, AppearanceButton, SectionButton, useSectionTabs } from './menus/menu-buttons.tsx'
import { SourceBadge } from './source-badge.tsx'

type LateMenuProps = {
  /** Must be the same button that the loaded menu renders. */
  readonly trigger: (props: ComponentProps<'button'>) => ReactNode
  readonly load: () => Promise<ComponentType>
}

export function LateMenu({ trigger, load }: LateMenuProps) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  const open = () =>
    void load().then(
      (menu) => setLoaded(() => menu),
      () => undefined, // chunk-recovery.ts handles a failed import
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  if (Loaded !== null) return <Loaded />
  return trigger({ 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: open, onKeyDown })
}

export function Header() {
  const { pathname } = useLocation()
  const isIpcPage = pathname.startsWith('/ipc/')
  const isIpc = useSession((state) => state.user?.subscription === 'IPC') && isIpcPage
  return (
    <header
      data-theme-part={isIpc ? 'ipc' : undefined}
      className={cx(
        'shell-header sticky top-0 z-20 flex h-(--header) items-center gap-1 border-b px-2 sm:px-4',
        isIpc ? 'ipc-header' : 'border-line bg-surface-1',
      )}
    >
      <HomeLink alwaysShown={isIpcPage} />
      <SubNavigation />
      <MobileNavigation />
      <div className="ml-auto flex shrink-0 items-center gap-1 max-sm:gap-0">
        <SourceBadge />
        <SearchButton />
        <WalletControl />
        <MirrorMenu />
        <FullscreenButton />
        <AppearanceMenu />
        <AlertsBell />
        <AccountMenu />
      </div>
    </header>
  )
}

const load = () => import('./section-choices.tsx').then(({ SectionChoices }) => SectionChoices)

function MobileNavigation() {
  const tabs = useSectionTabs()
  if (tabs === null) return null
  return (
    <nav aria-label={`${tabs.section} sections`} className="min-w-0 lg:hidden">
      <LateMenu trigger={(props) => <SectionButton title={tabs.title} menu={props} />} load={load} />
    </nav>
  )
}

function SearchButton() {
  const keyHint = useKeyHint('palette')
  return (
    <span className="inline-flex max-[430px]:hidden">
      <IconButton label="Search and commands" {...keyHint} aria-haspopup="dialog" data-early="search" onClick={() => openLayer('palette')}>
        <Search size={18} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function HomeLink({ alwaysShown }: { readonly alwaysShown: boolean }) {
  const hasWallet = useSession((state) => storedWallet(state.user) !== null)
  return (
    <Link
      to="/"
      aria-label="Aerie, home"
      className={cx(
        'flex size-9 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11',
        // A wallet address next to it needs the room; Markets also leads home.
        hasWallet ? 'max-[430px]:hidden' : 'max-[360px]:hidden',
        !alwaysShown && 'lg:hidden',
      )}
    >
      <BrandMark />
    </Link>
  )
}

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

function FullscreenButton() {
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )
  const isPossible = useSyncExternalStore(subscribe, canFullscreen, () => true)
  const keyHint = useKeyHint('fullscreen')
  if (!isPossible) return null
  const Icon = isFull ? Minimize : Maximize
  return (
    <span className="hidden lg:inline-flex">
      <IconButton label={isFull ? 'Exit fullscreen' : 'Fullscreen'} {...keyHint} aria-pressed={isFull} onClick={toggleFullscreen}>
        <Icon size={18} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function SubNavigation() {
  const { pathname } = useLocation()
  const user = useSession((state) => state.user)
  const section = sectionOf(pathname)
  if (section === null) return null
  const entries = NAVIGATION_ENTRIES.filter((entry) => entry.section === section && isShown(entry, user))
  return (
    <nav aria-label={section} className="hidden h-full min-w-0 lg:block">
      <ul className="flex h-full items-stretch overflow-x-auto [scrollbar-width:none]">
        {entries.map((entry) => (
          <li key={entry.path} className="flex">
            <Link
              to={entry.path}
              aria-current={isAt(entry, pathname) ? 'page' : undefined}
              className={cx(
                'flex items-center whitespace-nowrap border-b-2 px-3 text-13 font-medium transition-colors-fast focus-visible:-outline-offset-2',
                isAt(entry, pathname) ? 'border-accent text-ink-1' : 'border-transparent text-ink-2 hover:text-ink-1',
              )}
            >
              {entry.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function WalletControl() {
  const wallet = useSession((state) => storedWallet(state.user))
  if (wallet !== null)
    return (
      <Suspense fallback={<span className="w-24" />}>
        <AddressPill address={wallet} />
      </Suspense>
    )
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label="Connect Wallet"
      data-early="wallet"
      onClick={() => openLayer('connect-wallet')}
      className="max-sm:min-w-8 max-sm:px-2 pointer-coarse:relative pointer-coarse:min-h-9! pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1"
    >
      <Wallet size={16} aria-hidden="true" />
      <span className="wallet-name whitespace-nowrap max-xl:hidden">Connect Wallet</span>
    </Button>
  )
}

/** Loaded once the page is idle. Safari has no requestIdleCallback. */
const UserParts = lazyPart(async () => {
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
  return (await import('./user-parts.tsx')).UserParts
})

function AlertsBell() {
  const plain = <PlainBell />
  return useIsLoggedIn() ? (
    <Suspense fallback={plain}>
      <UserParts />
    </Suspense>
  ) : (
    plain
  )
}

function PlainBell() {
  const id = useId()
  return (
    <Tooltip id={id} text="Trade alerts" className="max-md:hidden">
      <Link to="/tradealerts" aria-label="Trade alerts" className={iconButtonStyle}>
        <Bell size={18} aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}

const loadAccount = () => import('./menus/account-choices.tsx').then(({ AccountChoices }) => AccountChoices)

const AccountMenu = () => <LateMenu trigger={(props) => <AccountButton {...props} />} load={loadAccount} />

const loadAppearance = () => import('./menus/appearance-choices.tsx').then(({ AppearanceChoices }) => AppearanceChoices)

const AppearanceMenu = () => (
  <div className="hidden md:inline-flex">
    <LateMenu trigger={(props) => <AppearanceButton {...props} />} load={loadAppearance} />
  </div>
)

// Not requestIdleCallback: a window full of live charts, or one in the background, is never idle.
const soon = () => new Promise((resolve) => setTimeout(resolve, 200))
const MirrorBadge = lazyPart(async () => (await soon().then(() => import('../mirror-badge.tsx'))).MirrorBadge)
const GuestMirrorMenu = lazyPart(async () => (await import('./menus/guest-mirror-menu.tsx')).GuestMirrorMenu)

function MirrorMenu() {
  const isLoggedIn = useIsLoggedIn()
  // The session that opened the menu: after a login it is another menu, still closed.
  const [asker, ask] = useState<'guest' | 'user' | null>(null)
  const button = (
    <div className="hidden lg:inline-flex">
      <button
        type="button"
        aria-haspopup="menu"
        aria-label="Mirror"
        title="Mirror"
        data-early="mirror"
        className={iconButtonStyle}
        onClick={() => ask(isLoggedIn ? 'user' : 'guest')}
      >
        <MonitorUp size={18} aria-hidden="true" />
      </button>
    </div>
  )
  return (
    <Suspense fallback={button}>
      {isLoggedIn ? <MirrorBadge startsOpen={asker === 'user'} /> : asker === 'guest' ? <GuestMirrorMenu /> : button}
    </Suspense>
  )
}
