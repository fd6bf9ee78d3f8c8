import './synthetic-note.css'
import * as WORDS from './synthetic-words.ts'

/** Says that the book here was made from recorded candles: it must never be taken for one that there was. */
export const SyntheticNote = ({ what }: { readonly what: string }) => (
  <p className="synthetic-note" title={WORDS.syntheticAbout}>
    <strong>{WORDS.synthetic(what)}</strong> {WORDS.madeFromCandles}
  </p>
)
