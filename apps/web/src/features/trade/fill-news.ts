import { useEffect } from 'react'
import { onFill } from '../../trading/account/trading-store.ts'
import { fillNews } from './use-fill-news.ts'

/** Says and sounds each fill while it is there: in one window of this browser. */
export function FillNews() {
  useEffect(() => {
    const news = fillNews()
    const stop = onFill(news.hear)
    return () => {
      stop()
      news.close()
    }
  }, [])
  return null
}
