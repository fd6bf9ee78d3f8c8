import type { AlertProposal, ChatMessage, OrderProposal, ProvenFigure } from '@aerie/wire/agent/agent'
import { alertDecimalText } from '@aerie/wire/alerts/alert-kinds'
import { BellPlus, Copy, ReceiptText, RotateCcw } from 'lucide-react'
import * as z from 'zod/mini'
import { priceText } from '../../../platform/format/market-text.ts'
import { ask } from '../../../platform/live/agent/agent-client.ts'
import { closeAgent } from '../../../platform/navigation/agent-panel-state.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { type AlertDraft, askForAlert } from '../../alerts/index.ts'
import { tradeThis } from '../../trading/index.ts'
import { FigureChip } from '../tool-results/figure-chip.tsx'
import { OwnAnswers } from '../tool-results/own-answer.tsx'
import { ToolResult } from '../tool-results/tool-result.tsx'
import { isPhone } from '../use-is-phone.ts'
import { AnswerLanguage, useAnswerText } from './answer-language.ts'
import { AnswerText } from './answer-text.tsx'
import { showView, viewOf } from './views.ts'

type AgentReplyProps = {
  readonly message: ChatMessage
  readonly results: ReadonlyArray<ChatMessage | undefined>
  readonly question: string | null
}

export function AgentReply({ message, results, question }: AgentReplyProps) {
  return (
    <AnswerLanguage value={message.language}>
      <Reply message={message} results={results} question={question} />
    </AnswerLanguage>
  )
}

function Reply({ message, results, question }: AgentReplyProps) {
  const { language, answerText } = useAnswerText()
  const { engine, ended, figures = [], own = [], proposals = [] } = message
  const text = wholeText(message, results)
  const shown = shownText(message)
  return (
    <article aria-label="Agent EagleEye" lang={language} className="agent-answer">
      {shown !== '' && <AnswerText text={shown} engine={engine} language={message.language} />}
      {engine === 'llm' && <ProvenFigures figures={figures} />}
      <OwnAnswers own={own} />
      {/* An answer that broke off says so itself. */}
      {ended === 'stopped' && <p className="text-12 text-warning">{answerText.stopped}</p>}
      {results.map((stored, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a call is what it is known by
        <ToolResult key={place} reply={message} place={place} stored={stored} />
      ))}
      <Proposals proposals={proposals} />
      {proposals.map((proposal) => proposal.kind === 'alert' && <AlertOffer key={proposal.currency} proposal={proposal} />)}
      {proposals.map((proposal) => proposal.kind === 'order' && <OrderOffer key={proposal.currency} proposal={proposal} />)}
      <div className="agent-actions">
        <IconButton label={answerText.copy} onClick={() => copyText(text, answerText.copied, answerText.notCopied)}>
          <Copy size={14} aria-hidden="true" />
        </IconButton>
        {question !== null && (
          <IconButton label={answerText.again} onClick={() => ask(question)}>
            <RotateCcw size={14} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </article>
  )
}

function shownText({ content, engine, own = [] }: ChatMessage): string {
  const title = z.safeParse(titled, own[0])
  const start = engine === 'built-in' && title.success ? content.indexOf(title.data.title) : -1
  return start < 0 ? content : content.slice(0, start).trim()
}

const titled = z.object({ title: z.string().check(z.minLength(1)) })

function Proposals({ proposals }: { readonly proposals: NonNullable<ChatMessage['proposals']> }) {
  const { answerText, hoursText } = useAnswerText()
  const views = proposals.flatMap((proposal) =>
    proposal.kind === 'alert' || proposal.kind === 'order' ? [] : (viewOf(proposal, { answerText, hoursText }) ?? []),
  )
  if (views.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-12 text-ink-2">{answerText.show}</span>
      {views.map((view) => (
        <Button key={view.path} size="sm" onClick={() => showView(view)}>
          {view.title}
        </Button>
      ))}
    </div>
  )
}

const wholeText = ({ content }: ChatMessage, results: AgentReplyProps['results']): string =>
  [content, ...results.map((result) => result?.content ?? '')].filter((text) => text !== '').join('\n')

const DAY_H = 24
const DAY_S = DAY_H * 3_600

const draftOf = ({ currency, direction, level, percent }: AlertProposal): Partial<AlertDraft> =>
  level === undefined
    ? { kind: 'change', symbol: currency, direction, percent: percent ?? '', windowS: DAY_S }
    : { kind: 'price', symbol: currency, direction, level }

function AlertOffer({ proposal }: { readonly proposal: AlertProposal }) {
  const { answerText, hoursText } = useAnswerText()
  const { currency, direction, level, percent } = proposal
  const sentence =
    level === undefined
      ? answerText.change[direction](currency, alertDecimalText(percent), hoursText(DAY_H))
      : answerText.level[direction](currency, alertDecimalText(level))
  const open = () => {
    if (isPhone()) closeAgent()
    askForAlert(draftOf(proposal), 'Agent EagleEye')
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <BellPlus size={16} aria-hidden="true" className="text-ink-3" />
      <span className="num font-medium text-13 text-ink-1">{sentence}</span>
      <Button size="sm" variant="primary" onClick={open}>
        {answerText.checkAlert}
      </Button>
    </div>
  )
}

/** Fills the ticket. Only the user sends an order. */
function OrderOffer({ proposal }: { readonly proposal: OrderProposal }) {
  const { answerText } = useAnswerText()
  const { currency, side, type, size, value, price } = proposal
  const amount =
    size === undefined ? (value === undefined ? '' : ` · ${alertDecimalText(value)} USDC`) : ` · ${alertDecimalText(size)} ${currency}`
  const open = () => {
    if (isPhone()) closeAgent()
    const sized = { amount: size ?? value ?? '', unit: size === undefined && value !== undefined ? ('usdc' as const) : ('coin' as const) }
    tradeThis(currency, { side, type, ...sized, price: price ?? '' }, 'Agent EagleEye')
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ReceiptText size={16} aria-hidden="true" className="text-ink-3" />
      <span className="num font-medium text-13 text-ink-1">
        {`${answerText.side[side]} ${currency}${amount}${price === undefined ? '' : ` · ${answerText.limit} ${alertDecimalText(price)}`}`}
      </span>
      <Button size="sm" variant="primary" onClick={open}>
        {answerText.fillTicket}
      </Button>
    </div>
  )
}

function ProvenFigures({ figures }: { readonly figures: readonly ProvenFigure[] }) {
  const { answerText } = useAnswerText()
  if (figures.length === 0) return null
  return (
    <ul aria-label={answerText.numbers} className="flex flex-col gap-1 text-12 text-ink-2">
      {figures.map((figure) => (
        <li key={`${figure.tool} ${figure.currency} ${figure.at}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="num">
            {figure.currency} {priceText(figure.price, figure.quote)}, <Moment at={figure.at} />
          </span>
          <FigureChip figure={figure} />
        </li>
      ))}
    </ul>
  )
}
