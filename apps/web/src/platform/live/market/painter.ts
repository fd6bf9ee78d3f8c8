import { SECOND_MS } from '@aerie/core/time'
import { once } from '@aerie/runtime/once'
import { every } from '@aerie/runtime/ticker'
import { whileHeld } from '@aerie/runtime/while-held'
import { DASH } from '../../format/figures.ts'
import { ageText } from './age-text.ts'
import { type FigureName, type FigureText, figureOf, figureText, isMoney } from './figure-text.ts'
import { ageMs, isStalePrice } from './market-status.ts'
import { type Figures, figuresOf, onFigures } from './quotes.ts'

/** Duration of a price flash; at most one per FLASH_EVERY_MS: three a second would be tiring. */
export const FLASH_MS = 300
export const FLASH_EVERY_MS = 1000

type Cell = {
  readonly element: HTMLElement
  readonly name: FigureName
  readonly value: Text
  descriptionElement: HTMLElement | null
  shown: string
  shownDescription: string
  tone: string
  unit: string
  price: number | null
  flashedAt: number
}
type Binding = {
  readonly symbol: string
  readonly root: HTMLElement
  readonly cells: readonly Cell[]
  readonly age: HTMLElement | null
  old: string
  visible: boolean
  dirty: boolean
}

const bindings = new Map<string, Set<Binding>>()
const byRoot = new WeakMap<Element, Binding>()
const dirty = new Set<Binding>()
/** Staleness has no event: once a second, marks stale prices with their age. */
const holdAges = whileHeld(() => every(SECOND_MS, ageAll))
/** Shared by all rows; without IntersectionObserver (tests, old browsers) every row counts as visible. */
const visibility = once(() => (typeof IntersectionObserver === 'undefined' ? null : new IntersectionObserver(noteVisibility)))

/** Paints all `data-figure` elements under `root` outside React, in one animation frame, only on change and while visible. */
export function bindFigures(root: HTMLElement, symbol: string): () => void {
  watchFigures()
  const elements = [...root.querySelectorAll<HTMLElement>('[data-figure]')]
  const binding: Binding = {
    symbol,
    root,
    cells: elements.flatMap((element) => {
      const name = figureOf(element)
      return name === undefined ? [] : [makeCell(element, name)]
    }),
    age: root.querySelector<HTMLElement>('[data-age]'),
    old: '',
    visible: true,
    dirty: false,
  }
  const same = bindings.get(symbol) ?? new Set()
  bindings.set(symbol, same.add(binding))
  const releaseAges = holdAges()
  byRoot.set(root, binding)
  visibility()?.observe(root)
  paint(binding, figuresOf(symbol), 0)
  return () => {
    release(binding)
    releaseAges()
  }
}

function release(binding: Binding): void {
  visibility()?.unobserve(binding.root)
  dirty.delete(binding)
  const same = bindings.get(binding.symbol)
  same?.delete(binding)
  if (same?.size === 0) bindings.delete(binding.symbol)
}

function makeCell(element: HTMLElement, name: FigureName): Cell {
  // React does not own the children of a painted element: removes those of an earlier binding.
  element.replaceChildren()
  const value = document.createTextNode('')
  element.append(value)
  return {
    element,
    name,
    value,
    descriptionElement: descriptionBeside(element),
    shown: '',
    shownDescription: '',
    tone: '',
    unit: '',
    price: null,
    flashedAt: Number.NEGATIVE_INFINITY,
  }
}

/** Screen reader text beside a changing figure: in its own box it costs nothing until it changes. */
const descriptionBeside = (element: HTMLElement): HTMLElement | null =>
  element.previousElementSibling instanceof HTMLElement && element.previousElementSibling.dataset.words !== undefined
    ? element.previousElementSibling
    : null

/** An unknown figure does not change: the reason goes inside it. */
function descriptionInside(element: HTMLElement): HTMLElement {
  const hidden = document.createElement('span')
  hidden.className = 'sr-only'
  element.prepend(hidden)
  return hidden
}

const watchFigures = once((): void => {
  onFigures((symbol) => {
    for (const binding of bindings.get(symbol) ?? []) mark(binding)
  })
  document.addEventListener('visibilitychange', schedule)
})

function ageAll(): void {
  if (document.hidden) return
  for (const same of bindings.values()) for (const binding of same) if (binding.visible) markAge(binding, figuresOf(binding.symbol))
}

function markAge(binding: Binding, figures: Figures | undefined): void {
  const asOf = figures?.asOf ?? null
  const old = asOf !== null && isStalePrice(asOf, binding.symbol) ? `${ageText(ageMs(asOf) ?? 0)} old` : ''
  if (old === binding.old) return
  if (old === '') delete binding.root.dataset.stale
  else binding.root.dataset.stale = ''
  binding.old = old
  if (binding.age !== null) binding.age.textContent = old
}

function mark(binding: Binding): void {
  binding.dirty = true
  if (!binding.visible) return
  dirty.add(binding)
  schedule()
}

function schedule(): void {
  if (dirty.size > 0 && !document.hidden) paintSoon()
}

const paintSoon = inNextFrame(paintAll)

/** Runs `work` in the next animation frame, once for all calls until then. */
function inNextFrame(work: (now: number) => void): () => void {
  let isRequested = false
  return () => {
    if (isRequested) return
    isRequested = true
    requestAnimationFrame((now) => {
      isRequested = false
      work(now)
    })
  }
}

function paintAll(now: number): void {
  const flashed: Cell[] = []
  for (const binding of dirty) paint(binding, figuresOf(binding.symbol), now, flashed)
  dirty.clear()
  if (flashed.length > 0) setTimeout(calm, FLASH_MS, flashed)
}

function paint(binding: Binding, figures: Figures | undefined, now: number, flashed?: Cell[]): void {
  binding.dirty = false
  if (figures === undefined) return
  markAge(binding, figures)
  for (const cell of binding.cells) {
    const next = figureText(figures, cell.name)
    const differs = write(cell, next)
    if (isMoney(cell.name)) writeUnit(cell, figures)
    if (cell.name === 'price') flash(cell, figures.price, differs ? flashed : undefined, now)
  }
}

function write(cell: Cell, next: FigureText): boolean {
  if (next.tone !== cell.tone) {
    cell.tone = next.tone
    cell.element.dataset.tone = next.tone
  }
  if (next.description !== cell.shownDescription) {
    cell.shownDescription = next.description
    cell.descriptionElement ??= descriptionInside(cell.element)
    cell.descriptionElement.textContent = next.description === '' ? '' : `${next.description} `
  }
  if (next.text === cell.shown) return false
  cell.shown = next.text
  cell.value.data = next.text
  if (cell.value.parentNode !== cell.element) takeBack(cell)
  return true
}

/** Repairs figures replaced by a translator that ignores `translate="no"`. */
function takeBack({ element, value, descriptionElement }: Cell): void {
  if (descriptionElement?.parentNode === element) element.replaceChildren(descriptionElement, value)
  else element.replaceChildren(value)
}

/** The dollar sign is part of the text; other currencies are named after the figure. */
function writeUnit(cell: Cell, figures: Figures): void {
  const unit = cell.shown === DASH || figures.quote === 'USD' ? '' : ` ${figures.quote}`
  if (unit === cell.unit) return
  cell.unit = unit
  if (unit === '') delete cell.element.dataset.after
  else cell.element.dataset.after = unit
}

function flash(cell: Cell, price: number | null, flashed: Cell[] | undefined, now: number): void {
  const before = cell.price
  cell.price = price
  if (flashed === undefined || before === null || price === null || before === price) return
  if (now - cell.flashedAt < FLASH_EVERY_MS) return
  cell.flashedAt = now
  cell.element.dataset.flash = price > before ? 'up' : 'down'
  flashed.push(cell)
}

function calm(cells: readonly Cell[]): void {
  for (const cell of cells) delete cell.element.dataset.flash
}

function noteVisibility(entries: readonly IntersectionObserverEntry[]): void {
  for (const entry of entries) {
    const binding = byRoot.get(entry.target)
    if (binding === undefined) continue
    binding.visible = entry.isIntersecting
    if (binding.visible && binding.dirty) mark(binding)
  }
}
