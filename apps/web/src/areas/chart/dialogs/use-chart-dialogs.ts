import type { Drawing } from '@aerie/wire/market/charts'
import { useState } from 'react'
import type { ChartDocument, Look } from '../document/chart-document.ts'
import type { LegendAsk } from '../engine/engine-options.ts'
import { idOf } from '../indicators/line-looks.ts'
import type { ChartDialog } from '../menus/chart-toolbar.tsx'

export function useChartDialogs() {
  const [dialog, setDialog] = useState<ChartDialog | null>(null)
  const [setting, setSetting] = useState<string | null>(null)
  const [text, setText] = useState<Drawing | null>(null)
  return {
    dialog,
    setting,
    text,
    setText,
    open: (next: ChartDialog, indicator: string | null = null) => {
      setSetting(indicator)
      setDialog(next)
    },
    close: () => setDialog(null),
  }
}

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
