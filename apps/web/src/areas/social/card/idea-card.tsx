import { rewardOf } from '@aerie/social/idea-terms'
import type { Idea } from '@aerie/wire/ideas'
import { Ellipsis, Heart, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { momentText, priceText, utcText } from '../../../platform/format/market-text.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { sideLabels } from '../messages.ts'
import { socialCalls } from '../social-calls.ts'
import { attempt, takeIdea } from '../social-queries.ts'
import { AuthorLink, nameOf } from './author-link.tsx'
import { IdeaPlot } from './idea-plot.tsx'
import { Fact, Facts, IdeaResult, ScoreDetails } from './idea-result.tsx'
import { IdeaText } from './idea-text.tsx'
import { ReportDialog } from './report-dialog.tsx'

export function IdeaCard({ idea, heading: Heading = 'h2' }: { readonly idea: Idea; readonly heading?: 'h1' | 'h2' }) {
  const due = Date.parse(idea.due_at)
  return (
    <article
      className="idea-card flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface-1 p-4"
      aria-label={`${idea.symbol} ${sideLabels[idea.side]}`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="font-semibold text-18">
          <Link to={`/claw/social/${idea.id}`} className="hover:underline">
            {idea.symbol} <span className={cx(idea.side === 'long' ? 'text-success' : 'text-danger')}>{sideLabels[idea.side]}</span>
          </Link>
        </Heading>
        <SourceMark kind={idea.source_kind} />
        <IdeaResult idea={idea} />
      </header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-12 text-ink-2">
        <AuthorLink author={idea.author} />
        <time dateTime={idea.posted_at} title={`${utcText(Date.parse(idea.posted_at))}. ${ageText(idea)}`}>
          {`Posted ${momentText(Date.parse(idea.posted_at))}`}
        </time>
        <time dateTime={idea.due_at} title={utcText(due)}>
          {idea.state === 'open' ? `Ends ${momentText(due)}` : `Ended ${momentText(due)}`}
        </time>
      </p>
      <Prices idea={idea} />
      <IdeaPlot idea={idea} />
      <ScoreDetails idea={idea} />
      <IdeaText idea={idea} />
      <IdeaActions idea={idea} />
    </article>
  )
}

/** Marks simulated and recorded prices. */
export const SourceMark = ({ kind }: { readonly kind: Idea['source_kind'] }) => (
  <span
    className={cx('rounded-[4px] border border-line-strong px-1.5 font-semibold text-11', kind === 'live' ? 'text-success' : 'text-ink-2')}
  >
    {SOURCE_MARKS[kind]}
  </span>
)

const ageText = ({ posted_at, price_as_of }: Idea): string =>
  `Price was ${((Date.parse(posted_at) - Date.parse(price_as_of)) / 1_000).toFixed(1)} s old`

function Prices({ idea }: { readonly idea: Idea }) {
  const [entry, target, stop] = [Number(idea.entry), Number(idea.target), Number(idea.stop)]
  return (
    <Facts>
      <Fact title="Entry" text={priceText(entry, idea.quote)} />
      <Fact title="Target" text={priceText(target, idea.quote)} />
      <Fact title="Stop" text={priceText(stop, idea.quote)} />
      <Fact title="Reward to risk" text={`${rewardOf({ entry, target, stop }).toFixed(2)} : 1`} />
    </Facts>
  )
}

const SOURCE_MARKS = { live: 'LIVE', sim: 'SIMULATED', replay: 'REPLAY' } as const

type Asked = 'report' | 'remove' | null

function IdeaActions({ idea }: { readonly idea: Idea }) {
  const [asked, ask] = useState<Asked>(null)
  const like = () => attempt(() => socialCalls.like(idea.id, !idea.is_liked), takeIdea)
  return (
    <div className="flex items-center gap-1">
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={idea.is_liked}
        aria-label={`Like, ${idea.likes} ${idea.likes === 1 ? 'like' : 'likes'}`}
        onClick={() => void like()}
      >
        <Heart size={16} aria-hidden="true" fill={idea.is_liked ? 'currentColor' : 'none'} />
        <span translate="no" className="num">
          {idea.likes}
        </span>
      </Button>
      <ButtonLink
        variant="ghost"
        size="sm"
        to={`/claw/social/${idea.id}`}
        aria-label={`Open the idea, ${idea.comments} ${idea.comments === 1 ? 'comment' : 'comments'}`}
      >
        <MessageSquare size={16} aria-hidden="true" />
        <span translate="no" className="num">
          {idea.comments}
        </span>
      </ButtonLink>
      <Menu
        align="start"
        label={`More about this idea of ${nameOf(idea.author)}`}
        items={itemsOf(idea, ask)}
        trigger={(props) => (
          <button
            {...props}
            type="button"
            aria-label={`More about this idea of ${nameOf(idea.author)}`}
            className="inline-flex min-h-7 min-w-8 items-center justify-center rounded-md text-ink-2 hover:bg-surface-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            <Ellipsis size={16} aria-hidden="true" />
          </button>
        )}
      />
      {asked === 'report' && <ReportDialog target={{ idea: idea.id }} onClose={() => ask(null)} />}
      {asked === 'remove' && <RemoveDialog idea={idea} onClose={() => ask(null)} />}
    </div>
  )
}

function itemsOf(idea: Idea, ask: (asked: Asked) => void): MenuItem[] {
  const items: MenuItem[] = [
    {
      id: 'link',
      label: 'Copy the link',
      onSelect: () => copyText(`${location.origin}/claw/social/${idea.id}`, 'Link copied.', 'The link could not be copied.'),
    },
    { id: 'author', label: 'Show this author', to: `/claw/social?author=${idea.author.id}` },
  ]
  if (!idea.author.is_you) return [...items, { id: 'report', label: 'Report', startsGroup: true, onSelect: () => ask('report') }]
  if (idea.text === null) return items
  return [...items, { id: 'remove', label: 'Remove the text', startsGroup: true, onSelect: () => ask('remove') }]
}

function RemoveDialog({ idea, onClose }: { readonly idea: Idea; readonly onClose: () => void }) {
  const remove = async (): Promise<void> => {
    if (await attempt(() => socialCalls.removeText(idea.id), takeIdea)) onClose()
  }
  return (
    <Dialog
      title="Remove the text?"
      description="The text and your additions are deleted. The idea, its prices and its score remain."
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => void remove()}>
            Remove text
          </Button>
        </>
      }
    />
  )
}
