import * as alertNotices from './alert-notices.ts'
import * as alertRows from './alert-rows.ts'
import * as alerts from './alerts.ts'
import * as deliveries from './deliveries.ts'

/** Schemas of alerts and deliveries for the `protocol.ts` lock. */
export const alertAreas = { alertNotices, alertRows, alerts, deliveries }
