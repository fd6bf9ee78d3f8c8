import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { microOf } from '../money-text.ts'

/** Worst and best standing of trades, both as amounts from 0 on, 10⁻⁶ USDC. */
export type Excursions = {
  readonly points: ReadonlyArray<{ readonly against: number; readonly favour: number; readonly isWon: boolean }>
  readonly mostAgainst: number
  readonly mostFor: number
  /** Trades that lost although they once stood at a gain as large as the loss. */
  readonly givenBack: number
}

/** The excursions of trades, as a scatter draws them. */
export function excursionsOf(rows: JournalStatistics['excursions']): Excursions {
  const points = rows.map(([, mae, mfe, net]) => ({ against: -(microOf(mae) ?? 0), favour: microOf(mfe) ?? 0, net: microOf(net) ?? 0 }))
  return {
    points: points.map(({ against, favour, net }) => ({ against, favour, isWon: net > 0 })),
    mostAgainst: points.reduce((most, { against }) => Math.max(most, against), 0),
    mostFor: points.reduce((most, { favour }) => Math.max(most, favour), 0),
    givenBack: points.filter(({ net, favour }) => net < 0 && favour >= -net).length,
  }
}
