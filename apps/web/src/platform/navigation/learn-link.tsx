import { GraduationCap } from 'lucide-react'
import { Link } from 'react-router'

type LearnLinkProps = { readonly term: keyof typeof LEARN_TERMS }

const pathOf = (lesson: string): string => `/claw/learn?lesson=${lesson}`

export function LearnLink({ term }: LearnLinkProps) {
  const [lesson, title] = LEARN_TERMS[term]
  return (
    <Link
      to={pathOf(lesson)}
      className="inline-flex min-h-6 items-center gap-1.5 self-start text-accent-text underline-offset-2 hover:underline"
    >
      <GraduationCap size={14} aria-hidden="true" /> {learn(title)}
    </Link>
  )
}

export function LearnMark({ term }: LearnLinkProps) {
  const [lesson, title] = LEARN_TERMS[term]
  return (
    <Link
      to={pathOf(lesson)}
      aria-label={learn(title)}
      title={learn(title)}
      className="ml-1 inline-flex size-6 items-center justify-center rounded-full align-middle text-ink-3 hover:text-ink-1"
    >
      <GraduationCap size={13} aria-hidden="true" />
    </Link>
  )
}

const learn = (title: string) => `Learn: ${title}`

const LEARN_TERMS = {
  candles: ['candles', 'Candles'],
  orders: ['order-types', 'Order types'],
  cone: ['forecast-cone', 'Reading a forecast cone'],
  volatility: ['volatility', 'Volatility'],
  correlation: ['diversification', 'Diversification'],
  liquidation: ['leverage', 'Leverage and liquidation'],
  funding: ['funding', 'Funding'],
  sizing: ['position-sizing', 'Position sizing'],
  staking: ['staking-risks', 'Staking risks'],
  stops: ['stops', 'Stops'],
  custody: ['self-custody', 'Self-custody'],
  journal: ['journaling', 'Keeping a journal'],
} as const
