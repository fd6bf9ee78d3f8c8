import './figures.css'
import type { LessonFigure } from '@aerie/wire/lessons'
import { CandleFigure } from './candle-figure.tsx'
import { ConeFigure } from './cone-figure.tsx'
import { FormulaFigure } from './formula-figure.tsx'
import { LadderFigure } from './ladder-figure.tsx'

/** A figure of a lesson: fixed, made-up numbers in the product's own forms, with something to move. */
export function FigureView({ figure }: { readonly figure: LessonFigure }) {
  switch (figure.kind) {
    case 'candles':
      return <CandleFigure figure={figure} />
    case 'ladder':
      return <LadderFigure figure={figure} />
    case 'cone':
      return <ConeFigure figure={figure} />
    case 'formula':
      return <FormulaFigure formula={figure.formula} />
  }
}
