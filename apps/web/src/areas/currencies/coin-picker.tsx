import { ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { buttonStyle } from '../../ui/controls/button.tsx'
import { CoinPickerDialog } from '../market/index.ts'

type CoinPickerProps = {
  readonly symbol: string | null
  readonly isHeading?: boolean
  readonly children?: ReactNode
}

export function CoinPicker({ symbol, isHeading = false, children }: CoinPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const { search } = useLocation()
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      title="Choose a currency"
      onClick={() => setOpen(true)}
      className={
        children === undefined
          ? buttonStyle('secondary')
          : 'flex min-h-10 min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-surface-3 pointer-coarse:min-h-11'
      }
    >
      {children ?? 'Choose a currency'}
      <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
    </button>
  )
  return (
    <>
      {/* A fixed width, because the name of a coin loads later than its symbol. */}
      {isHeading ? <h1 className="min-w-0 lg:w-[230px]">{button}</h1> : button}
      {isOpen && (
        <CoinPickerDialog current={symbol} onChoose={(chosen) => void navigate(coinPath(chosen, search))} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Values of `?panel=`, and the tabs on small screens. */
export const PANELS = [
  { id: 'chart', title: 'Chart' },
  { id: 'prediction', title: 'Prediction' },
  { id: 'depth', title: 'Depth' },
  { id: 'trades', title: 'Trades' },
  { id: 'converter', title: 'Converter' },
  { id: 'yours', title: 'Yours' },
] as const
export type PanelId = (typeof PANELS)[number]['id']

/** Wide screens show one of these at a time; all other panels are always visible. */
export const BOOK_PANELS = PANELS.filter(({ id }) => id === 'depth' || id === 'trades')
const DEFAULT_PANEL = 'chart'

/** Unknown values fall back to the first panel. */
const parsePanel = (text: string | null): PanelId => PANELS.find(({ id }) => id === text)?.id ?? DEFAULT_PANEL

/** Panel from the address; changing it adds a history entry, so that Back returns to the previous one. */
export function usePanel(): readonly [panel: PanelId, setPanel: (panel: PanelId) => void] {
  const [params, setParams] = useSearchParams()
  const setPanel = useCallback(
    (panel: PanelId) =>
      setParams((now) => {
        if (panel === DEFAULT_PANEL) now.delete('panel')
        else now.set('panel', panel)
        return now
      }),
    [setParams],
  )
  return [parsePanel(params.get('panel')), setPanel]
}

export const coinPath = (symbol: string, search: string): string => `/currencies/${symbol}${search}`
