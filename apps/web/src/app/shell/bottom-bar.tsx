import { ArrowLeftRight, Bell, CandlestickChart, Ellipsis, LayoutList, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { openLayer, useLayer } from '../../navigation/layers.ts'
import { cx } from '../../ui/cx.ts'

const ITEMS: ReadonlyArray<{ readonly title: string; readonly to: string; readonly icon: LucideIcon; readonly prefix: string }> = [
  { title: 'Markets', to: '/', icon: LayoutList, prefix: '/' },
  { title: 'Chart', to: '/currencies/BTC', icon: CandlestickChart, prefix: '/currencies' },
  { title: 'Trade', to: '/claw/trade', icon: ArrowLeftRight, prefix: '/claw/trade' },
  { title: 'Alerts', to: '/tradealerts', icon: Bell, prefix: '/tradealerts' },
]

const entryStyle = 'flex h-full w-full flex-col items-center justify-center gap-0.5 text-11 font-medium focus-visible:-outline-offset-2'

/** The main places at the thumb, on small screens. */
export function BottomBar() {
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
