import './synthetic-note.css'

/** Says that the book here was made from recorded candles: it must never be taken for one that there was. */
export const SyntheticNote = ({ what }: { readonly what: string }) => (
  <p className="synthetic-note" title="Recordings contain candles only. Paper orders fill against this book, which was never quoted.">
    <strong>{`Synthetic ${what}`}</strong> made from recorded candles
  </p>
)
