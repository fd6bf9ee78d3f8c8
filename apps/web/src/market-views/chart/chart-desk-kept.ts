import { chartSettings, savedChart } from '@aerie/wire/charts'
import * as z from 'zod/mini'
import { type UnsentStore, unsentStore } from '../../lib/unsent-store.ts'

const storedChart = z.object({ base: savedChart, mine: chartSettings })
/** What the server does not have yet: what was made, and what it was made from. */
export type StoredChart = z.output<typeof storedChart>

/** Where one chart is kept in this browser. */
export type ChartStore = UnsentStore<StoredChart>

/** @param owner id of the user, or `guest` */
export const chartStore = (owner: string, symbol: string): ChartStore =>
  unsentStore(`aerie.chart.${owner}.${symbol}.`, storedChart, owner === GUEST ? 'kept' : undefined)

/** Owner of what nobody is logged in for. */
export const GUEST = 'guest'
