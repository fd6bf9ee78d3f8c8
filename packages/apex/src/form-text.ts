/** Fields of a private call; undefined is left out. */
export type FormFields = Readonly<Record<string, string | number | boolean | undefined>>

/** RFC 3986: `encodeURIComponent` leaves five characters of its own. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Fields as ApeX Omni signs and receives them: `name=value` in the order of the names, joined by `&`.
 *
 * @returns '' where nothing is left
 * @throws URIError for a lone surrogate
 */
export const formText = (fields: FormFields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${escaped(name)}=${escaped(String(value))}`]))
    .toSorted()
    .join('&')
