import { useLocation } from 'react-router'
import { useSession } from '../../session/session.ts'
import { cx } from '../../ui/cx.ts'
import { AlertsBell } from './alerts-bell.tsx'
import { FullscreenButton } from './fullscreen-button.tsx'
import { HomeLink } from './home-link.tsx'
import { AccountMenu } from './menus/account-menu.tsx'
import { AppearanceMenu } from './menus/appearance-menu.tsx'
import { MirrorMenu } from './menus/mirror-menu.tsx'
import { MobileNavigation } from './mobile-navigation.tsx'
import { SearchButton } from './search-button.tsx'
import { SourceBadge } from './source-badge.tsx'
import { SubNavigation } from './sub-navigation.tsx'
import { WalletControl } from './wallet-control.tsx'

/** The bar at the top of every page; dark teal on the IPC page of an IPC subscriber. */
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
