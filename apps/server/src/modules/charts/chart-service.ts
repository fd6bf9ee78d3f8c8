import type { Clock } from '@aerie/core/time'
import { chartSettings, type SavedChart } from '@aerie/wire/charts'
import * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import { chartRepository } from './chart-repository.ts'

type Owner = { readonly userId: string; readonly symbol: string }

/** The version of a chart that was never saved. */
const UNSAVED = 0

export type ChartService = ReturnType<typeof chartService>

/** What users have made of their charts. Two windows that save at once: the second is told, and nothing is lost unseen. */
export const chartService = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => {
  const charts = chartRepository(db)
  return {
    /** The saved chart; one that was never saved has version 0 and everything at its default. */
    read: async (owner: Owner): Promise<SavedChart> => {
      const row = await charts.find(owner)
      return { version: row?.version ?? UNSAVED, settings: z.parse(chartSettings, row?.settings ?? {}) }
    },
    /** Saves what was made from `version`. @throws AppError conflict when that is no longer the newest */
    save: async (owner: Owner, { version, settings }: SavedChart): Promise<SavedChart> => {
      const save = { ...owner, settings, at: new Date(clock.now()) }
      const isSaved = version === UNSAVED ? await charts.insert(save) : await charts.update({ ...save, version })
      if (!isSaved) throw new AppError('conflict', { detail: 'This chart was changed in another window. Reload it first.' })
      return { version: version + 1, settings }
    },
  }
}
