import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

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
export const parsePanel = (text: string | null): PanelId => PANELS.find(({ id }) => id === text)?.id ?? DEFAULT_PANEL

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
