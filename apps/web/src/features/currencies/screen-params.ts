import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The parts of the screen, as `?panel=` names them and small screens tab through them. */
export const PANELS = [
  { id: 'chart', title: 'Chart' },
  { id: 'prediction', title: 'Prediction' },
  { id: 'depth', title: 'Depth' },
  { id: 'trades', title: 'Trades' },
  { id: 'converter', title: 'Converter' },
  { id: 'yours', title: 'Yours' },
] as const
export type PanelId = (typeof PANELS)[number]['id']

/** Of these, wide screens show one at a time; the others are always there. */
export const BOOK_PANELS = PANELS.filter(({ id }) => id === 'depth' || id === 'trades')
const DEFAULT_PANEL = 'chart'

/** The panel an address names; any other word is the first. */
export const parsePanel = (text: string | null): PanelId => PANELS.find(({ id }) => id === text)?.id ?? DEFAULT_PANEL

/** The panel of the address, and the way to change it: a step of its own in the history, so that Back leads out of it. */
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

/** Where another coin is shown, with everything else of the address kept. */
export const coinPath = (symbol: string, search: string): string => `/currencies/${symbol}${search}`
