import { chartSettings, savedChart } from '@aerie/wire/charts'
import * as z from 'zod/mini'
import { type KeptPlace, keptPlace } from '../../lib/kept-place.ts'

const keptChart = z.object({ base: savedChart, mine: chartSettings })
/** What the server does not have yet: what was made, and what it was made from. */
export type KeptChart = z.output<typeof keptChart>

/** Where one chart is kept in this browser. */
export type ChartPlace = KeptPlace<KeptChart>

/** @param owner id of the user, or `guest` */
export const chartPlace = (owner: string, symbol: string): ChartPlace =>
  keptPlace(`aerie.chart.${owner}.${symbol}.`, keptChart, owner === GUEST ? 'kept' : undefined)

/** Owner of what nobody is logged in for. */
export const GUEST = 'guest'
