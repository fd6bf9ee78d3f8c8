import { defined } from '@aerie/core/defined'
import { numberText } from '@aerie/core/numbers/number-text'
import { shortNumberText } from '@aerie/core/numbers/short-number-text'
import { type BookSnapshot, TRADES_SHOWN, type TradeTuple } from '@aerie/wire/market/charts'
import { type TextWriter, textWriter } from '../../lib/text-writer.ts'
import { amountCharacters, fitColumns, longest } from '../depth/fit-columns.ts'
import { type LevelText, levelTexts } from '../depth/level-text.ts'
import { utcText } from '../forecast/forecast-text.ts'
import { isSameTrade, newTrades } from './new-trades.ts'

/** Characters of the arrow before a price, and of `23:59:59`. */
const ARROW = 2
const TIME = 8

type TapeGiven = { readonly width: number | null; readonly titles: readonly string[] }

/**
 * Paints trades into the rows of a table, the newest first. New ones go into the rows of those that leave, which move to the head:
 * nothing else is written.
 *
 * @param table with TRADES_SHOWN rows
 */
export function tapePainter(table: HTMLTableElement, given: TapeGiven): (snapshot: BookSnapshot) => void {
  const body = table.querySelector('tbody')
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody > tr')].slice(0, TRADES_SHOWN).map(rowPainter)
  const textOf = levelTexts()
  const columns = columnPainter(table, given)
  let shown: readonly TradeTuple[] = []
  return ({ trades }) => {
    const count = newTrades(shown, trades)
    const moved = rows.splice(rows.length - count, count)
    rows.unshift(...moved)
    if (count < rows.length) body?.prepend(...moved.map(({ row }) => row))
    shown = trades
    const text = textOf(trades.map(([, price]) => price))
    for (const [place, row] of rows.entries()) row.put(trades[place], text)
    columns(rows.slice(0, trades.length))
  }
}

function rowPainter(row: HTMLTableRowElement) {
  const cell = (name: string) => defined(row.querySelector<HTMLElement>(`[data-cell="${name}"]`))
  const price = textWriter(cell('price'))
  const size = textWriter(cell('size'))
  const fill = tradePainter(row, size)
  let shown: TradeTuple | undefined
  let by: LevelText | undefined
  row.hidden = true
  return {
    row,
    put: (trade: TradeTuple | undefined, text: LevelText) => {
      if (row.hidden !== (trade === undefined)) row.hidden = trade === undefined
      if (trade === undefined) return
      if (trade[1] !== shown?.[1] || text !== by) price.put(text(trade[1]))
      if (!isSameTrade(trade, shown)) fill(trade)
      by = text
      shown = trade
    },
    texts: () => [price.shown(), size.shown()] as const,
  }
}

/** All of a trade but its price, which is written as the other prices beside it are. */
function tradePainter(row: HTMLTableRowElement, size: TextWriter) {
  const element = (name: string) => defined(row.querySelector<HTMLElement>(`[data-cell="${name}"]`))
  const [amountCell, timeCell] = [element('size'), element('time')]
  const [arrow, words, time] = [textWriter(element('arrow')), textWriter(element('words')), textWriter(timeCell)]
  return ([at, price, amount, side]: TradeTuple) => {
    const [sign, said] = TAKER[side ?? 'unknown']
    row.dataset.side = side ?? 'unknown'
    arrow.put(sign)
    words.put(said)
    size.put(shortNumberText(amount))
    amountCell.title = `${amount} coins, ${numberText(price * amount)} in total`
    time.put(clock.format(at))
    timeCell.title = utcText(at)
    timeCell.setAttribute('datetime', new Date(at).toISOString())
  }
}

/** Whose trade it was, as a sign and in words. */
const TAKER = { buy: ['▲ ', 'Bought at '], sell: ['▼ ', 'Sold at '], unknown: ['· ', 'Traded at '] } as const

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

type RowTexts = { readonly texts: () => readonly [price: string, size: string] }

function columnPainter(table: HTMLTableElement, { width, titles: [price = '', size = ''] }: TapeGiven) {
  let shown = ''
  return (rows: readonly RowTexts[]) => {
    const texts = rows.map((row) => row.texts())
    const widths = fitColumns(width, [
      ARROW +
        longest(
          texts.map(([each]) => each),
          price.length - ARROW,
        ),
      Math.max(size.length, amountCharacters(texts.map(([, each]) => each))),
      TIME,
    ])
    const next = widths.map((each) => `${each}fr`).join(' ')
    if (next === shown) return
    shown = next
    table.style.setProperty('--columns', next)
    table.dataset.columns = String(widths.length)
  }
}
