import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { closeAgent } from '../../../platform/navigation/agent-panel-state.ts'
import { isPhone } from '../use-is-phone.ts'
import { useAnswerText } from './answer-language.ts'
import type { View } from './views.ts'

export function ViewButton({ view }: { readonly view: View }) {
  const { answerText } = useAnswerText()
  return (
    <Link
      to={view.path}
      onClick={() => isPhone() && closeAgent()}
      className="inline-flex min-h-6 items-center gap-1 font-medium text-12 text-accent-text underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      <span>
        {answerText.openIn(view.screen)}
        <span className="sr-only">: {view.title}</span>
      </span>
      <ArrowUpRight size={14} aria-hidden="true" />
    </Link>
  )
}
