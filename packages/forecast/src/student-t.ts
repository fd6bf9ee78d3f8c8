/** Lanczos approximation of ln Gamma(x), x > 0, error below 2e-10 (Numerical Recipes, 6.1). */
function logGamma(x: number): number {
  const coefficients = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5,
  ]
  const base = x + 5.5
  const tail = base - (x + 0.5) * Math.log(base)
  const series = coefficients.reduce((sum, coefficient, index) => sum + coefficient / (x + index + 1), 1.000000000190015)
  return -tail + Math.log((2.5066282746310007 * series) / x)
}

/** Density at 0 of Student's t with `nu` > 0: Gamma((nu+1)/2) / (Gamma(nu/2) sqrt(nu pi)). */
export const studentDensityAtZero = (nu: number): number => Math.exp(logGamma((nu + 1) / 2) - logGamma(nu / 2)) / Math.sqrt(nu * Math.PI)

/** CDF of Student's t, by Simpson's rule over theta with x = sqrt(nu) tan(theta); error below 1e-8. */
export function studentCdf(x: number, nu: number): number {
  const limit = Math.atan(Math.abs(x) / Math.sqrt(nu))
  const steps = 120
  const width = limit / steps
  const integrand = (theta: number) => Math.cos(theta) ** (nu - 1)
  let sum = integrand(0) + integrand(limit)
  for (let step = 1; step < steps; step++) sum += integrand(step * width) * (step % 2 === 1 ? 4 : 2)
  const half = ((studentDensityAtZero(nu) * Math.sqrt(nu) * width) / 3) * sum
  return x < 0 ? 0.5 - half : 0.5 + half
}

/** Quantile of Student's t by bisection of its CDF. `level` 0.001 to 0.999, `nu` 2 or more. */
export function studentQuantile(level: number, nu: number): number {
  if (level === 0.5) return 0
  if (level < 0.5) return -studentQuantile(1 - level, nu)
  let low = 0
  let high = 64
  for (let step = 0; step < 48; step++) {
    const middle = (low + high) / 2
    if (studentCdf(middle, nu) < level) low = middle
    else high = middle
  }
  return (low + high) / 2
}
