/** Fields of a private call; undefined ones are omitted. */
export type FormFields = Readonly<Record<string, string | number | boolean | undefined>>

/** RFC 3986: also escapes the five characters `encodeURIComponent` leaves. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signed form: `name=value` sorted by name, joined by `&`; '' if empty. @throws URIError for a lone surrogate */
export const formText = (fields: FormFields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${escaped(name)}=${escaped(String(value))}`]))
    .toSorted()
    .join('&')
