/** A new id of a drawing. Not `randomUUID`, which a page on plain HTTP does not have. */
export const newDrawingId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
