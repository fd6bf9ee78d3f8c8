import { momentText, utcText } from '../platform/format/market-text.ts'

export const Moment = ({ at, text = momentText(at) }: { readonly at: number; readonly text?: string }) => (
  <time dateTime={new Date(at).toISOString()} title={utcText(at)} className="num whitespace-nowrap">
    {text}
  </time>
)
