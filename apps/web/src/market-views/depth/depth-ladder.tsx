import type { Known } from '@aerie/core/known'
import { numberText } from '@aerie/core/number-text'
import type { DepthStep, Spread } from '@aerie/core/order-book'
import { shortNumberText } from '@aerie/core/short-number-text'
import type { CSSProperties, ReactNode } from 'react'
import { useSize } from '../../ui/use-size.ts'
import type { DepthSides } from './depth-sides.ts'
import { amountCharacters, fitColumns, longest } from './fit-columns.ts'
import { ladderRows, PRESSED_ROW_PX } from './ladder-rows.ts'

/** A price of the book, or the prices gathered into it. */
export type BookLevel = {
  readonly side: 'bid' | 'ask'
  readonly price: number
  /** Prices are gathered into steps of this size: a bid's level reaches up by less than it, an ask's down. Null: the price alone. */
  readonly step: number | null
}

/** What a screen adds to the levels of a book. */
export type LevelExtras = {
  /** Drawn at the head of a level: the user's own orders there. */
  readonly renderMark?: ((level: BookLevel) => ReactNode) | undefined
  /** A level's price was pressed: an order ticket takes it over. */
  readonly onPick?: ((level: BookLevel) => void) | undefined
}

type DepthLadderProps = LevelExtras & {
  readonly symbol: string
  readonly quote: string
  readonly sides: DepthSides
  readonly step: number | null
  /** Of the book itself: gathering prices would widen it. */
  readonly spread: Known<Spread>
  readonly priceText: (price: number) => string
}

/** Asks over bids in as many levels as there is room for, the spread in the middle; each bar is the running total. */
export function DepthLadder({ symbol, quote, sides, step, spread, priceText, ...extras }: DepthLadderProps) {
  const [size, measure] = useSize()
  const { count, rowPx } = ladderRows(size?.height ?? null, extras.onPick === undefined ? undefined : PRESSED_ROW_PX)
  const bids = sides.bids.slice(0, count)
  const asks = sides.asks.slice(0, count)
  const most = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0)
  const titles = [`Price (${quote})`, `Size (${symbol})`, 'Total']
  const widths = fitColumns(size?.width ?? null, columnCharacters(titles, [...bids, ...asks], priceText))
  // Custom properties are unknown to React's own type of styles.
  const style = { '--level': `${rowPx}px`, '--missing': count - asks.length } as CSSProperties
  const row = { most, step, priceText, columns: widths.length, ...extras }
  return (
    <div ref={measure} className="ladder-box">
      <table className="book-table ladder num" aria-label={`Order book of ${symbol}`} style={style}>
        <thead>
          <tr>
            {widths.map((width, index) => (
              <th key={titles[index]} scope="col" style={{ width }}>
                {titles[index]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(asks)
            .toReversed()
            .map(({ place, level }) => (
              <LadderRow key={`ask ${place}`} side="ask" level={level} {...row} />
            ))}
          <SpreadRow spread={spread} priceText={priceText} columns={widths.length} />
          {placed(bids).map(({ place, level }) => (
            <LadderRow key={`bid ${place}`} side="bid" level={level} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A row is a place from the middle: prices pass through it, and nothing on the page moves. */
const placed = (levels: readonly DepthStep[]) => levels.map((level, place) => ({ place, level }))

/** A letter takes less room than a digit. */
const TITLE_SHARE = 0.85

const columnCharacters = (titles: readonly string[], levels: readonly DepthStep[], priceText: (price: number) => string) => {
  const texts = [levels.map(({ price }) => priceText(price)), ...amountTexts(levels)]
  return texts.map((column, index) => {
    const least = Math.ceil(TITLE_SHARE * (titles[index]?.length ?? 0))
    return index === 0 ? longest(column, least) : Math.max(least, amountCharacters(column))
  })
}

const amountTexts = (levels: readonly DepthStep[]): string[][] => [
  levels.map(({ size }) => shortNumberText(size)),
  levels.map(({ total }) => shortNumberText(total)),
]

type LadderRowProps = LevelExtras & {
  readonly side: 'bid' | 'ask'
  readonly level: DepthStep
  readonly step: number | null
  readonly most: number
  readonly columns: number
  readonly priceText: (price: number) => string
}

function LadderRow({ side, level, step, most, columns, priceText, renderMark, onPick }: LadderRowProps) {
  // A custom property is unknown to React's own type of styles.
  const share = { '--share': level.total / most } as CSSProperties
  const at: BookLevel = { side, price: level.price, step }
  const words = `${side === 'bid' ? 'Bid' : 'Ask'} `
  return (
    <tr data-side={side} style={share}>
      <td>
        {renderMark?.(at)}
        <span className="sr-only">{words}</span>
        {onPick === undefined ? (
          priceText(level.price)
        ) : (
          <button type="button" className="level-price" onClick={() => onPick(at)}>
            {priceText(level.price)}
          </button>
        )}
      </td>
      {columns > 1 && <td title={`${level.size}`}>{shortNumberText(level.size)}</td>}
      {columns > 2 && <td title={`${numberText(level.total)}, ${numberText(level.cost)} in total`}>{shortNumberText(level.total)}</td>}
    </tr>
  )
}

type SpreadRowProps = Pick<DepthLadderProps, 'spread' | 'priceText'> & { readonly columns: number }

function SpreadRow({ spread, priceText, columns }: SpreadRowProps) {
  return (
    <tr className="spread-row">
      <th scope="row" colSpan={columns}>
        {/* What has no room wraps, and is out of sight whole. */}
        <span className="spread-figures">
          <span>Spread</span>
          {spread.known ? (
            <>
              <span>{priceText(spread.value.width)}</span>
              <span>{spread.value.basisPoints.toFixed(2)} bps</span>
            </>
          ) : (
            <span>not known: one side is empty</span>
          )}
        </span>
      </th>
    </tr>
  )
}
