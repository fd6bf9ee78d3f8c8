/** E.g. `+1.25R`; no sign for `0.00R`. */
export function rText(r: number): string {
  const digits = Math.abs(r).toFixed(2)
  const sign = Number(digits) === 0 ? '' : r > 0 ? '+' : '−'
  return `${sign}${digits}R`
}
