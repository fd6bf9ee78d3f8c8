import { recordOf } from '@aerie/core/record-keys'
import { JOURNAL_FIGURES, type JournalStatistics } from '@aerie/wire/journal/journal-statistics'

type Given = {
  readonly counted: number
  readonly net: string
  readonly with_risk: number
  readonly figures?: Partial<JournalStatistics['figures']>
  readonly luck?: JournalStatistics['luck']
}

/** Statistics of a journal for tests: no figure exists but those that are given. */
export function testStatistics({ counted, net, with_risk, figures = {}, luck = null }: Given): JournalStatistics {
  const none = recordOf(JOURNAL_FIGURES, (name) => ({ value: null, n: counted, reason: 'not in this test', formula: `${name} = …` }))
  return {
    zone: 'UTC',
    currency: 'USDC',
    trips: { counted, open: 0, with_risk, left_out: [], simulated: counted, replayed: 0 },
    totals: { gross: net, fees: '0', funding: '0', net },
    figures: { ...none, ...figures },
    luck,
    groups: [],
    calendar: [],
    equity: [],
    drawdown: null,
    r_histogram: { width: 0.5, bins: [] },
    excursions: [],
    earlier_stops: { n: 0, net: '0', median_mae: null, reason: 'not in this test', rows: [] },
  }
}
