import type { Drawing } from '@aerie/wire/market/charts'
import { useState } from 'react'
import type { LegendAsk } from '../../../chart-engine/engine-options.ts'
import { idOf } from '../../../chart-engine/indicators/line-looks.ts'
import type { ChartDocument, Look } from '../document/chart-document.ts'
import type { ChartDialog } from '../menus/chart-toolbar.tsx'

/** The one dialog of a chart that is open, and what it is about. */
export function useChartDialogs() {
  const [dialog, setDialog] = useState<ChartDialog | null>(null)
  const [setting, setSetting] = useState<string | null>(null)
  const [text, setText] = useState<Drawing | null>(null)
  return {
    dialog,
    /** The indicator whose settings are asked for, by its id. */
    setting,
    /** The text drawing whose words are being written. */
    text,
    setText,
    /** @param indicator id of the indicator to set */
    open: (next: ChartDialog, indicator: string | null = null) => {
      setSetting(indicator)
      setDialog(next)
    },
    close: () => setDialog(null),
  }
}

/** Does what the user asks at the name of an indicator or a compared coin on the chart. */
export function answerLegend(
  ask: LegendAsk,
  chartDocument: ChartDocument,
  dialogs: Pick<ReturnType<typeof useChartDialogs>, 'open'>,
): void {
  if (ask.do === 'set') dialogs.open('indicators', idOf(ask.indicator))
  else chartDocument.changeLook(removedBy(ask, chartDocument.store.getState().look))
}

const removedBy = (ask: Exclude<LegendAsk, { readonly do: 'set' }>, { indicators, compare }: Look): Partial<Look> =>
  ask.do === 'stop-comparing'
    ? { compare: compare.filter((symbol) => symbol !== ask.symbol) }
    : { indicators: indicators.filter((each) => idOf(each) !== idOf(ask.indicator)) }
