import { Counter, Gauge, type Registry } from 'prom-client'
import type { KeeperReport } from './forecast-keeper.ts'

/** Counts of what was issued and scored, and how late, for `GET /metrics`. */
export function forecastMetrics(registry: Registry): (report: KeeperReport) => void {
  const issued = new Counter({ name: 'forecasts_issued_total', help: 'Forecasts stored', registers: [registry] })
  const settled = new Counter({
    name: 'forecasts_settled_total',
    help: 'Forecasts that came due: scored, or without a candle to score them by',
    labelNames: ['state'],
    registers: [registry],
  })
  const lag = new Gauge({
    name: 'forecast_lag_seconds',
    help: 'Market time from the newest close to its forecasts being stored',
    registers: [registry],
  })
  return (report) => {
    issued.inc(report.issued)
    settled.inc({ state: 'scored' }, report.scored)
    settled.inc({ state: 'missing' }, report.missing)
    if (report.lagMs !== undefined) lag.set(report.lagMs / 1000)
  }
}
