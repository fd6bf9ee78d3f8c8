import { type Drawing, MOST_DRAWINGS } from '@aerie/wire/market/charts'
import { useState } from 'react'
import { useStore } from 'zustand'
import { putDrawing, removeDrawing } from '../../chart-engine/drawings/drawing-history.ts'
import { DRAWING_KINDS, type DrawingKind } from '../../chart-engine/drawings/drawing-kinds.ts'
import * as WORDS from './chart-words.ts'
import type { ChartDocument } from './document/chart-document.ts'
import { drawingWords } from './drawing-words.ts'

type Told = { readonly say: (words: string) => void; readonly onText: (drawing: Drawing) => void }

/** The drawings of a chart, which of them is selected, and what a user does with them; each is said. */
export function useDrawings(chartDocument: ChartDocument, { say, onText }: Told) {
  const drawings = useStore(chartDocument.store, ({ history }) => history.now)
  const [selected, setSelected] = useState<string | null>(null)
  return {
    drawings,
    selected,
    drawing: drawings.find(({ id }) => id === selected) ?? null,
    put: (drawing: Drawing) => {
      const isNew = drawings.every(({ id }) => id !== drawing.id)
      if (isNew && drawings.length >= MOST_DRAWINGS) return say(`A chart can have ${MOST_DRAWINGS} drawings. Delete one first.`)
      // A text is there once it says something.
      if (drawing.kind === 'text' && drawing.text === undefined) return onText(drawing)
      chartDocument.changeDrawings((now) => putDrawing(now, drawing))
      if (isNew) say(drawn(drawingWords(drawing)))
    },
    select: (id: string | null) => {
      setSelected(id)
      const drawing = drawings.find((each) => each.id === id)
      if (drawing !== undefined) say(WORDS.selected(drawingWords(drawing)))
    },
    remove: (id: string) => chartDocument.changeDrawings((now) => removeDrawing(now, id)),
  }
}

/** What to do with a tool that has just been taken up. */
export const toolWords = (kind: DrawingKind): string =>
  placeHint(DRAWING_KINDS[kind].label, DRAWING_KINDS[kind].points === 1 ? 'click to place it' : 'click its two points, or drag')

const drawn = (drawing: string) => `Drawn: ${drawing}`

const placeHint = (label: string, text: string) => `${label}: ${text}. Escape cancels.`
