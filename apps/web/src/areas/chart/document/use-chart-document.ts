import { useEffect, useState } from 'react'
import { useSession } from '../../../platform/session/session.ts'
import { type ChartDocument, openChart } from './chart-document.ts'

export function useChartDocument(symbol: string): ChartDocument | null {
  const userId = useSession((state) => state.user?.user_id ?? null)
  const [chartDocument, setChartDocument] = useState<ChartDocument | null>(null)
  useEffect(() => {
    const opened = openChart(symbol, userId)
    setChartDocument(opened)
    return opened.close
  }, [symbol, userId])
  return chartDocument
}
