import { useEffect, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { type ChartDesk, openDesk } from './chart-desk.ts'

/** What this user has made of the chart of `symbol`; null until it is open. */
export function useDesk(symbol: string): ChartDesk | null {
  const userId = useSession((state) => state.user?.user_id ?? null)
  const [desk, setDesk] = useState<ChartDesk | null>(null)
  useEffect(() => {
    const opened = openDesk(symbol, userId)
    setDesk(opened)
    return opened.close
  }, [symbol, userId])
  return desk
}
