import type { Known } from '@aerie/core/known'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText } from '@aerie/core/numbers/short-number-text'
import type { ChangeSpan } from '@aerie/wire/market/present'
import { DASH } from '../../../platform/format/figures.ts'
import { changeWords } from '../wall/wall-words.ts'

/** A change with its sign and colour; a dash with its reason where it is not known. */
export const ChangeFigure = ({ change, span }: { readonly change: Known<number>; readonly span: ChangeSpan }) => {
  const text = change.known ? percentText(change.value) : DASH
  const tone = text.startsWith('+') ? 'up' : text.startsWith(MINUS) ? 'down' : undefined
  return (
    <>
      <span aria-hidden="true" data-tone={tone} title={change.known ? undefined : `There is no price from ${span} ago`}>
        {text}
      </span>
      <span className="sr-only">{changeWords(change, span)}</span>
    </>
  )
}
