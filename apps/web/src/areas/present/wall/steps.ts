import { type ChangeSpan, type Present, type PresentScene, present } from '@aerie/wire/market/present'
import * as z from 'zod/mini'

export type Step =
  | { readonly scene: 'map' }
  | { readonly scene: 'coin' | 'charts'; readonly symbol: string }
  | { readonly scene: 'movers'; readonly span: ChangeSpan }

export const SCENE_LABELS: Readonly<Record<PresentScene, string>> = {
  map: 'Heat map',
  coin: 'Selected coin',
  charts: 'Charts',
  movers: 'Movers',
}

export function stepsOf({ scenes, charts, spans }: Pick<Present, 'scenes' | 'charts' | 'spans'>, selected: string): readonly Step[] {
  const others = charts.filter((symbol) => symbol !== selected)
  const stepsIn = (scene: PresentScene): readonly Step[] => {
    switch (scene) {
      case 'map':
        return [{ scene }]
      case 'coin':
        return [{ scene, symbol: selected }]
      case 'charts':
        // The selected coin already has its own scene: skip it here.
        return (scenes.includes('coin') ? others : charts).map((symbol) => ({ scene, symbol }))
      case 'movers':
        return spans.map((span) => ({ scene, span }))
    }
  }
  return scenes.flatMap(stepsIn)
}

/** The selected coin's key does not depend on the coin, so that the rotation continues when the selection changes. */
export function stepKey(step: Step): string {
  switch (step.scene) {
    case 'map':
    case 'coin':
      return step.scene
    case 'charts':
      return `charts:${step.symbol}`
    case 'movers':
      return `movers:${step.span}`
  }
}

/** Index in a possibly changed rotation; 0 if the step is gone. */
export const indexOf = (steps: readonly Step[], key: string | null): number =>
  Math.max(
    0,
    steps.findIndex((step) => stepKey(step) === key),
  )

export const DEFAULT_SETTINGS: Present = z.parse(present, {})
