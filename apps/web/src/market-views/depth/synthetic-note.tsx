import './synthetic-note.css'

/** Says that the book here was made from recorded candles: it must never be taken for one that there was. */
export const SyntheticNote = ({ what }: { readonly what: string }) => (
  <p className="synthetic-note" title="Recordings have only candles. Orders on paper fill against this book; nobody ever quoted it.">
    <strong>Synthetic {what}</strong> made from recorded candles
  </p>
)
