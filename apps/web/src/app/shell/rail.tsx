import {
  ArrowLeftRight,
  Bell,
  CandlestickChart,
  Coins,
  Compass,
  Keyboard,
  LayoutList,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  UserRound,
} from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useKeyHint } from '../../platform/commands/shell-keys.ts'
import { openLayer } from '../../platform/navigation/layers.ts'
import { isAt, NAVIGATION_ENTRIES } from '../../platform/navigation/navigation-entries.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { useCommunityChat } from '../community-chat.ts'

type RailItem = { readonly title: string; readonly to: string; readonly icon: LucideIcon; readonly isHere: (pathname: string) => boolean }

const under =
  (...paths: readonly string[]) =>
  (pathname: string) =>
    paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))

const ownItems = under('/claw/trade', '/claw/posttrade')

const isInClaw = (pathname: string): boolean =>
  !ownItems(pathname) && NAVIGATION_ENTRIES.some((entry) => entry.section === 'Claw' && isAt(entry, pathname))

const ITEMS: readonly RailItem[] = [
  { title: 'Home', to: '/', icon: LayoutList, isHere: (pathname) => pathname === '/' },
  { title: 'Currencies', to: '/currencies/BTC', icon: CandlestickChart, isHere: under('/currencies') },
  { title: 'Claw', to: '/claw', icon: Compass, isHere: isInClaw },
  { title: 'Trade', to: '/claw/trade', icon: ArrowLeftRight, isHere: under('/claw/trade') },
  { title: 'Post-trade', to: '/claw/posttrade', icon: NotebookPen, isHere: under('/claw/posttrade') },
  { title: 'Trade Alerts', to: '/tradealerts', icon: Bell, isHere: under('/tradealerts') },
  { title: 'Trade Rewards', to: '/traderewards', icon: Coins, isHere: under('/traderewards') },
  { title: 'Account', to: '/account', icon: UserRound, isHere: under('/account') },
]

const itemStyle = 'flex size-10 items-center justify-center rounded-md transition-colors-fast hover:bg-surface-3'

export function Rail() {
  const { pathname } = useLocation()
  const chatUrl = useCommunityChat()
  const helpHint = useKeyHint('shortcuts')
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-30 hidden h-dvh w-(--rail) shrink-0 flex-col items-center gap-1 border-line border-r bg-surface-1 py-2 lg:flex"
    >
      <Link to="/" aria-label="Aerie, home" className="mb-2 flex size-10 items-center justify-center rounded-md">
        <BrandMark size={26} />
      </Link>
      <ul className="flex flex-1 flex-col gap-1">
        {ITEMS.map((item) => (
          <li key={item.to}>
            <RailLink item={item} isHere={item.isHere(pathname)} />
          </li>
        ))}
      </ul>
      {chatUrl !== null && <ChatLink url={chatUrl} />}
      <IconButton label="Keyboard shortcuts" {...helpHint} data-early="shortcuts" onClick={() => openLayer('shortcuts')}>
        <Keyboard size={18} aria-hidden="true" />
      </IconButton>
    </nav>
  )
}

function RailLink({ item, isHere }: { readonly item: RailItem; readonly isHere: boolean }) {
  const id = useId()
  return (
    <Tooltip id={id} text={item.title} side="right">
      <Link
        to={item.to}
        aria-label={item.title}
        aria-current={isHere ? 'page' : undefined}
        className={cx(itemStyle, isHere ? 'bg-surface-3 text-accent-text' : 'text-ink-2 hover:text-ink-1')}
      >
        <item.icon size={20} aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}

function ChatLink({ url }: { readonly url: string }) {
  const id = useId()
  return (
    <Tooltip id={id} text="Community chat" side="right">
      <a
        href={url}
        target="_blank"
        rel="noreferrer noopener"
        aria-label="Community chat (opens a new tab)"
        className={cx(itemStyle, 'text-ink-2 hover:text-ink-1')}
      >
        <MessagesSquare size={20} aria-hidden="true" />
      </a>
    </Tooltip>
  )
}
