/** Field error messages of documents: watchlists, checklist, notes, shortcuts, wallboard: lower-case clauses without a full stop. */
export const DOCUMENT_FIELD_MESSAGES = {
  id: 'use 1 to 40 letters, digits, _ and -',
  blank: 'enter a text',
  coinOnce: 'each coin can appear once',
  idOnce: 'each id can appear once',
  sceneOnce: 'each scene can appear once',
  periodOnce: 'each period can appear once',
  mostCoins: 'there are too many coins',
  mostActions: 'there are too many actions',
  nameEnds: 'leave out spaces at both ends',
} as const
