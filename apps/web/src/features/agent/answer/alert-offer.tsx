import type { AlertProposal } from '@aerie/wire/agent/agent'
import { decimalWords } from '@aerie/wire/alerts/alert-sentence'
import { BellPlus } from 'lucide-react'
import type { AlertDraft } from '../../../alerts/alert-draft.ts'
import { askForAlert } from '../../../alerts/ask-for-alert.ts'
import { closeAgent } from '../../../navigation/agent-panel-state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { isPhone } from '../use-is-phone.ts'
import { useAnswerWords } from './answer-language.ts'

/** A change is looked for within a day. */
const DAY_H = 24
const DAY_S = DAY_H * 3_600

const draftOf = ({ currency, direction, level, percent }: AlertProposal): Partial<AlertDraft> =>
  level === undefined
    ? { kind: 'change', symbol: currency, direction, percent: percent ?? '', windowS: DAY_S }
    : { kind: 'price', symbol: currency, direction, level }

/** An alert that the agent has drafted: it opens the form, where the user looks at it and saves it. */
export function AlertOffer({ proposal }: { readonly proposal: AlertProposal }) {
  const { words, hoursText } = useAnswerWords()
  const { currency, direction, level, percent } = proposal
  const sentence =
    level === undefined
      ? words.change[direction](currency, decimalWords(percent), hoursText(DAY_H))
      : words.level[direction](currency, decimalWords(level))
  const open = () => {
    if (isPhone()) closeAgent()
    askForAlert(draftOf(proposal), 'Agent EagleEye')
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <BellPlus size={16} aria-hidden="true" className="text-ink-3" />
      <span className="num font-medium text-13 text-ink-1">{sentence}</span>
      <Button size="sm" variant="primary" onClick={open}>
        {words.checkAlert}
      </Button>
    </div>
  )
}
