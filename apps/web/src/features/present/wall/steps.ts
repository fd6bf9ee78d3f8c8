import type { ChangeSpan, Present, PresentScene } from '@aerie/wire/market/present'

/** One stop of the wallboard's round. */
export type Step =
  | { readonly scene: 'map' }
  | { readonly scene: 'coin' | 'charts'; readonly symbol: string }
  | { readonly scene: 'movers'; readonly span: ChangeSpan }

/** Scenes by their keys 1 to 4, and what they are called. */
export const SCENE_WORDS: Readonly<Record<PresentScene, string>> = {
  map: 'Heat map',
  coin: 'Selected coin',
  charts: 'Charts',
  movers: 'Movers',
}

/** The round: each chosen scene in its order, a chart for each chosen coin, movers for each chosen span. */
export function stepsOf({ scenes, charts, spans }: Pick<Present, 'scenes' | 'charts' | 'spans'>, selected: string): readonly Step[] {
  const others = charts.filter((symbol) => symbol !== selected)
  const stepsIn = (scene: PresentScene): readonly Step[] => {
    switch (scene) {
      case 'map':
        return [{ scene }]
      case 'coin':
        return [{ scene, symbol: selected }]
      case 'charts':
        // Shown as the selected coin already, it would stand there twice.
        return (scenes.includes('coin') ? others : charts).map((symbol) => ({ scene, symbol }))
      case 'movers':
        return spans.map((span) => ({ scene, span }))
    }
  }
  return scenes.flatMap(stepsIn)
}

/** Names a step; the selected coin's is the same whichever coin it is, so that the round goes on when another is selected. */
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

/** Where `key` stands in a round that may have changed; the start where it is gone. */
export const indexOf = (steps: readonly Step[], key: string | null): number =>
  Math.max(
    0,
    steps.findIndex((step) => stepKey(step) === key),
  )
