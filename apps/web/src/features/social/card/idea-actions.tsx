import type { Idea } from '@aerie/wire/ideas'
import { Ellipsis, Heart, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { socialCalls } from '../social-calls.ts'
import { attempt, takeIdea } from '../social-queries.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'
import { nameOf } from './author-link.tsx'
import { ReportDialog } from './report-dialog.tsx'

type Asked = 'report' | 'remove' | null

/** Like, comments, and what else can be done with an idea. */
export function IdeaActions({ idea }: { readonly idea: Idea }) {
  const [asked, ask] = useState<Asked>(null)
  const like = () => attempt(() => socialCalls.like(idea.id, !idea.is_liked), takeIdea)
  return (
    <div className="idea-actions">
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={idea.is_liked}
        aria-label={`${WORDS.like}, ${WORDS.likes(idea.likes)}`}
        onClick={() => void like()}
      >
        <Heart size={16} aria-hidden="true" fill={idea.is_liked ? 'currentColor' : 'none'} />
        <span translate="no" className="num">
          {idea.likes}
        </span>
      </Button>
      <ButtonLink variant="ghost" size="sm" to={`/claw/social/${idea.id}`} aria-label={`${WORDS.open}, ${WORDS.comments(idea.comments)}`}>
        <MessageSquare size={16} aria-hidden="true" />
        <span translate="no" className="num">
          {idea.comments}
        </span>
      </ButtonLink>
      <Menu
        align="start"
        label={WORDS.more(nameOf(idea.author))}
        items={itemsOf(idea, ask)}
        trigger={(props) => (
          <button {...props} type="button" aria-label={WORDS.more(nameOf(idea.author))} className="idea-more">
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
      label: WORDS.copyLink,
      onSelect: () => copyText(`${location.origin}/claw/social/${idea.id}`, WORDS.linkCopied, WORDS.notCopied),
    },
    { id: 'author', label: WORDS.onlyAuthor, to: `/claw/social?author=${idea.author.id}` },
  ]
  if (!idea.author.is_you) return [...items, { id: 'report', label: WORDS.report, startsGroup: true, onSelect: () => ask('report') }]
  if (idea.text === null) return items
  return [...items, { id: 'remove', label: WORDS.remove, startsGroup: true, onSelect: () => ask('remove') }]
}

function RemoveDialog({ idea, onClose }: { readonly idea: Idea; readonly onClose: () => void }) {
  const remove = async (): Promise<void> => {
    if (await attempt(() => socialCalls.removeText(idea.id), takeIdea)) onClose()
  }
  return (
    <Dialog
      title={WORDS.removeTitle}
      description={WORDS.removeText}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {WORDS.cancel}
          </Button>
          <Button variant="danger" onClick={() => void remove()}>
            {WORDS.confirmRemove}
          </Button>
        </>
      }
    />
  )
}
