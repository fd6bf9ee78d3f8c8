import './synthetic-note.css'

/** Discloses that the book was synthesized from recorded candles: it must never be mistaken for a real one. */
export const SyntheticNote = ({ what }: { readonly what: string }) => (
  <p className="synthetic-note" title="Recordings contain candles only. Paper orders fill against this book, which was never quoted.">
    <strong>{`Synthetic ${what}`}</strong> made from recorded candles
  </p>
)
