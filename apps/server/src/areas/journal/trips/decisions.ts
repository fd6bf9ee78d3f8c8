import type { Decision } from '@aerie/trading/orders/order'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type FiredAlert, firedAlert } from '../../alerts/index.ts'
import type { DecisionOf } from '../../trading/index.ts'
import { checklistProgress } from '../../workspace/index.ts'

/** Not for reduce-only orders. @throws AppError bad_input if the alert is not the user's */
export const decisions =
  (db: Db): DecisionOf =>
  async (userId, body) => {
    if (body.reduce_only === true) return undefined
    const [alert, checklist] = await Promise.all([alertOf(db, userId, body), checklistProgress(db, userId, body.symbol)])
    const decision: Decision = {
      ...(alert && { alert: { firing: alert.id, at: alert.at, text: oneLine(alert.text) } }),
      ...(checklist && { checklist }),
    }
    return Object.keys(decision).length === 0 ? undefined : decision
  }

async function alertOf(db: Db, userId: string, { alert }: OrderBody): Promise<FiredAlert | undefined> {
  if (alert === undefined) return undefined
  const found = await firedAlert(db, userId, alert)
  if (found === undefined)
    throw new AppError('bad_input', {
      detail: 'This alert does not exist or has not fired.',
      errors: { alert: ['none of yours that fired'] },
    })
  return found
}

/** Records have one field per line. */
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()
