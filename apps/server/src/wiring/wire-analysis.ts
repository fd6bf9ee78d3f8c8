import { forecastingModule } from '../areas/forecast/index.ts'
import { AnalyticsService, analyticsRoutes, type MarketService } from '../areas/market/index.ts'
import type { ServerModule } from '../platform/lifecycle.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Foundation & { readonly market: MarketService }

export function wireAnalysis({ db, clock, logger, health, metrics, answers, market }: Deps) {
  const forecasting = forecastingModule({ db, market, logger, health, metrics, answers })
  const analyticsService = new AnalyticsService(market)
  const analytics: ServerModule = {
    name: 'analytics',
    routes: analyticsRoutes({ service: analyticsService, clock }),
  }
  return { forecasting, analytics, analyticsService }
}
