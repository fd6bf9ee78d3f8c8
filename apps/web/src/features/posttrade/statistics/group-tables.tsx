import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { JournalFilter } from '../journal-filter.ts'
import { TableScroll } from '../table/table-scroll.tsx'
import { headlineOf } from './figure-text.ts'
import { groupTitle, groupWords, partOf } from './group-words.ts'
import * as WORDS from './statistics-words.ts'

type Groups = JournalStatistics['groups'][number]
type GroupTablesProps = { readonly groups: readonly Groups[]; readonly onShow: (part: Partial<JournalFilter>) => void }

/** The record by coin, side, tag, hour and weekday. */
export const GroupTables = ({ groups, onShow }: GroupTablesProps) =>
  groups
    .filter(({ rows }) => rows.length > 0)
    .map((group) => (
      <Panel key={group.by} title={groupTitle(group.by)}>
        <div className="statistics-body">
          <Warning group={group} />
          <GroupTable group={group} onShow={onShow} />
        </div>
      </Panel>
    ))

/** Of twenty groups, one looks special by chance. */
const Warning = ({ group: { comparisons, expected_by_chance } }: { readonly group: Groups }) =>
  comparisons < 2 ? null : (
    <p className="num text-12 text-warning">{`${comparisons} groups compared. About ${expected_by_chance.toFixed(1)} would stand out by chance alone.`}</p>
  )

const GroupTable = ({ group: { by, rows }, onShow }: { readonly group: Groups; readonly onShow: GroupTablesProps['onShow'] }) => (
  <TableScroll>
    <table className="trip-table num" aria-label={groupTitle(by)}>
      <thead>
        <tr>
          <th scope="col">{groupTitle(by)}</th>
          <th scope="col">{WORDS.trades}</th>
          <th scope="col">Net</th>
          <th scope="col">Win rate</th>
          <th scope="col">Expectancy</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, trades, net, win_rate, expectancy }) => {
          const part = partOf(by, key)
          return (
            <tr key={key}>
              <th scope="row">
                {part === null ? (
                  groupWords(by, key)
                ) : (
                  <button type="button" className="pane-link underline underline-offset-2" onClick={() => onShow(part)}>
                    {groupWords(by, key)}
                  </button>
                )}
              </th>
              <td translate="no">{trades.toLocaleString('en-US')}</td>
              <td translate="no" data-tone={toneOf(net)} title={net}>
                {signedAmount(net)}
              </td>
              <GroupFigure headline={headlineOf('win_rate', win_rate)} />
              <GroupFigure headline={headlineOf('expectancy', expectancy)} />
            </tr>
          )
        })}
      </tbody>
    </table>
  </TableScroll>
)

const GroupFigure = ({ headline: { text, beside } }: { readonly headline: ReturnType<typeof headlineOf> }) => (
  <td>
    <span className="block">{text}</span>
    <span className="block text-11 text-ink-3">{beside}</span>
  </td>
)
