/** Not `randomUUID`: it is unavailable on plain HTTP. */
export const newDrawingId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
