import { itemAt } from '@aerie/core/item-at'

const METHODS = [
  ...(['save', 'restore', 'scale', 'translate', 'rotate', 'transform', 'setTransform', 'resetTransform', 'setLineDash'] as const),
  ...(['beginPath', 'closePath', 'moveTo', 'lineTo', 'bezierCurveTo', 'quadraticCurveTo', 'arc', 'arcTo', 'ellipse'] as const),
  ...([
    'rect',
    'roundRect',
    'clip',
    'fill',
    'stroke',
    'fillRect',
    'strokeRect',
    'clearRect',
    'fillText',
    'strokeText',
    'drawImage',
  ] as const),
] as const
const PROPERTIES = [
  ...(['fillStyle', 'strokeStyle', 'lineWidth', 'lineCap', 'lineJoin', 'lineDashOffset', 'miterLimit'] as const),
  ...(['font', 'textAlign', 'textBaseline', 'globalAlpha', 'globalCompositeOperation'] as const),
] as const

type Method = (typeof METHODS)[number]
type Methods = Record<Method | 'measureText', (...given: unknown[]) => unknown>
type Property = (typeof PROPERTIES)[number]
const PAINTING: ReadonlySet<string> = new Set(['fill', 'stroke', 'fillRect', 'strokeRect', 'fillText', 'strokeText', 'drawImage'])
type Stroke = readonly [name: Method | Property, given: readonly unknown[]]

const thrifty = new WeakSet<HTMLCanvasElement>()

/** Skips a drawing (outermost `save` to `restore`) equal to the previous one: the library redraws all its canvases on each tick. */
export function skipUnchangedFrames(canvas: HTMLCanvasElement): void {
  const ctx = canvas.getContext('2d')
  if (ctx === null || thrifty.has(canvas)) return
  thrifty.add(canvas)
  const drawing = new Drawing(ctx)
  for (const name of METHODS)
    Object.defineProperty(ctx, name, { configurable: true, value: (...given: unknown[]) => drawing.add(name, given) })
  for (const name of PROPERTIES) {
    const real = propertyOf(ctx, name)
    Object.defineProperty(ctx, name, {
      configurable: true,
      get: (): unknown => real.get?.call(ctx),
      set: (value: unknown) => {
        drawing.add(name, [value])
      },
    })
  }
  Object.defineProperty(ctx, 'measureText', { configurable: true, value: (text: string) => drawing.measure(text) })
  forgetOnResize(canvas, drawing)
  canvas.addEventListener('contextrestored', () => drawing.forget())
}

/** Setting the size clears a canvas, even to the same value. */
function forgetOnResize(canvas: HTMLCanvasElement, drawing: Drawing): void {
  for (const name of ['width', 'height'] as const) {
    const real = propertyOf(canvas, name)
    Object.defineProperty(canvas, name, {
      configurable: true,
      get: (): unknown => real.get?.call(canvas),
      set: (value: number) => {
        real.set?.call(canvas, value)
        drawing.forget()
      },
    })
  }
}

function propertyOf(of: object, name: string): PropertyDescriptor {
  const prototype: object = Object.getPrototypeOf(of)
  return Object.getOwnPropertyDescriptor(prototype, name) ?? {}
}

class Drawing {
  readonly #ctx: CanvasRenderingContext2D
  readonly #prototype: Methods
  readonly #setters = new Map<string, PropertyDescriptor>()
  #next: Stroke[] = []
  #shown: readonly Stroke[] | null = null
  #depth = 0
  #font = ''

  constructor(ctx: CanvasRenderingContext2D) {
    this.#ctx = ctx
    this.#prototype = Object.getPrototypeOf(ctx)
    for (const name of PROPERTIES) this.#setters.set(name, propertyOf(ctx, name))
  }

  add(name: Stroke[0], given: readonly unknown[]): void {
    this.#next.push([name, given])
    if (name === 'save') this.#depth += 1
    else if (name === 'font') this.#font = String(given[0])
    // The same image may have new content.
    else if (name === 'drawImage') this.forget()
    else if (name === 'restore' && --this.#depth <= 0) this.#finish()
  }

  /** With the last font set, although it may not be applied yet. */
  measure(text: string): unknown {
    this.#perform('font', [this.#font])
    return this.#prototype.measureText.call(this.#ctx, text)
  }

  forget(): void {
    this.#shown = null
  }

  #finish(): void {
    const drawn = this.#next
    this.#next = []
    this.#depth = 0
    if (this.#shown !== null && isSame(drawn, this.#shown)) return
    for (const [name, given] of drawn) this.#perform(name, given)
    this.#shown = drawn
    this.#ctx.canvas.style.visibility = drawn.some(([name]) => PAINTING.has(name)) ? '' : 'hidden'
  }

  #perform(name: Stroke[0], given: readonly unknown[]): void {
    const property = this.#setters.get(name)
    if (property !== undefined) property.set?.call(this.#ctx, given[0])
    else this.#prototype[name as Method].apply(this.#ctx, [...given])
  }
}

const isSame = (a: readonly Stroke[], b: readonly Stroke[]): boolean =>
  a.length === b.length &&
  a.every(([name, given], at) => {
    const [otherName, otherGiven] = itemAt(b, at)
    return name === otherName && areSame(given, otherGiven)
  })

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => Object.is(one, b[at]) || (Array.isArray(one) && Array.isArray(b[at]) && areSame(one, b[at])))
