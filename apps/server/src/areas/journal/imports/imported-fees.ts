import { decimalText, parseDecimal } from '@aerie/core/numbers/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/client.ts'
import { type TripRecord, tripRepository } from '../trips/trip-repository.ts'
import { fillTerms, importedBody, importedFills } from './imported-fills.ts'

type Deps = { readonly db: Db; readonly logger: FastifyBaseLogger }

const AT_ONCE = 20

/**
 * Values fees in third coins once the candles of their minutes are stored, as an import does at once where it can.
 * @returns processes the next few trips; resolves to whether there may be more
 */
export function importedFees({ db, logger }: Deps): () => Promise<boolean> {
  const trips = tripRepository(db)
  let after: string | undefined
  return async () => {
    const page = await trips.unvaluedImports(after, AT_ONCE)
    after = page.length < AT_ONCE ? undefined : page.at(-1)?.id
    for (const trip of page) await value(trip)
    return after !== undefined
  }

  async function value(trip: TripRecord): Promise<void> {
    try {
      const { fills, isWhole } = await importedFills(db, trip)
      if (!isWhole || fills.some(({ isFeeKnown }) => !isFeeKnown)) return
      const fees = fills.reduce((sum, { fill }) => sum + fill.fee, 0n)
      const { decimals } = fillTerms(trip)
      const unitsOf = (text: string): bigint => amountOf(text, decimals)
      const net = trip.gross === null ? null : decimalText(unitsOf(trip.gross) - fees + unitsOf(trip.funding), decimals)
      const body = { ...importedBody(trip), coins: [], estimated: true }
      await trips.valueImport(trip, { fees: decimalText(fees, decimals), net, moneyReason: null, body })
    } catch (error) {
      logger.warn({ err: error, symbol: trip.symbol }, 'the fees of an imported trip could not be valued')
    }
  }
}

function amountOf(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new RangeError(`Not an amount of the journal: ${text}`)
  return parsed.value
}
