import * as alertNotices from './alert-notices.ts'
import * as alertRows from './alert-rows.ts'
import * as alerts from './alerts.ts'
import * as deliveries from './deliveries.ts'

/** Everything that alerts and deliveries say on the wire, for the lock of `protocol.ts`. */
export const alertAreas = { alertNotices, alertRows, alerts, deliveries }
