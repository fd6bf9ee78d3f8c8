import { FillNews } from './fill-news.ts'
import { TradeKeys } from './trade-keys.ts'

/** What nobody sees before the first fill and the first key. */
export const NewsAndKeys = () => (
  <>
    <FillNews />
    <TradeKeys />
  </>
)
