/** What a browser says it is; null where it does not say so in a known way. Anybody can claim anything: for the owner's eyes alone. */
export type Device = { readonly browser: string | null; readonly system: string | null }

/** The first that is named counts: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bCriOS\/|\b(Headless)?Chrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/\bpython-requests\//i, 'Python'],
  [/^node\b|\bundici\b/, 'Node.js'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

/** Browser and system by the User-Agent header. */
export const deviceOf = (userAgent: string): Device => ({ browser: firstOf(BROWSERS, userAgent), system: firstOf(SYSTEMS, userAgent) })

const firstOf = (known: readonly (readonly [RegExp, string])[], userAgent: string): string | null =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
