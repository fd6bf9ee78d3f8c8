import { DECIMALS, microUsdc, parseDecimal, usdcText } from '@aerie/core/numbers/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/client.ts'
import { type TripRecord, tripRepository } from '../trips/trip-repository.ts'
import { importedBody, importedFills } from './imported-fills.ts'

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
      const net = trip.gross === null ? null : usdcText(microUsdc(micro(trip.gross) - fees + micro(trip.funding)))
      const body = { ...importedBody(trip), coins: [], estimated: true }
      await trips.valueImport(trip, { fees: usdcText(microUsdc(fees)), net, moneyReason: null, body })
    } catch (error) {
      logger.warn({ err: error, symbol: trip.symbol }, 'the fees of an imported trip could not be valued')
    }
  }
}

function micro(text: string): bigint {
  const parsed = parseDecimal(text, DECIMALS.usdc)
  if (!parsed.ok) throw new RangeError(`Not an amount of the journal: ${text}`)
  return parsed.value
}
