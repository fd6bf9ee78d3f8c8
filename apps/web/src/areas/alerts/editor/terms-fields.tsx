import { spanText } from '@aerie/wire/alerts/alert-kinds'
import { ALERT_CHANNELS, type AlertChannel } from '@aerie/wire/alerts/alerts'
import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { FieldError } from '../../../ui/forms/form-failure.tsx'
import type { AlertDraft, DraftProblems } from '../alert-draft.ts'
import { channelsQuery } from '../delivery-calls.ts'
import { channelLabels } from '../messages.ts'
import { Choice, Field } from './fields.tsx'

const COOLDOWNS = [0, 60, 300, 900, 3_600, 14_400, 86_400] as const

type TermsFieldsProps = {
  readonly draft: AlertDraft
  readonly problems: DraftProblems
  readonly onChange: (change: Partial<AlertDraft>) => void
}

export function TermsFields({ draft, problems, onChange }: TermsFieldsProps) {
  const cooldowns = [...new Set<number>([...COOLDOWNS, draft.cooldownS])].toSorted((a, b) => a - b)
  return (
    <>
      <Choice
        label="Triggers"
        value={draft.repeat}
        choices={[
          ['once', 'once'],
          ['every', 'every time'],
        ]}
        onChoose={(repeat) => onChange({ repeat })}
      />
      {draft.repeat === 'every' && (
        <Choice
          label="At most every"
          value={draft.cooldownS}
          choices={cooldowns.map((seconds) => [seconds, seconds === 0 ? 'no limit' : spanText(seconds)] as const)}
          onChoose={(cooldownS) => onChange({ cooldownS })}
        />
      )}
      <Field label="Until" problem={problems.expires} hint="Leave empty for no end." className="max-sm:col-span-full sm:col-span-2">
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            className={`num ${control.className}`}
            value={draft.expires}
            onChange={({ target }) => onChange({ expires: target.value })}
          />
        )}
      </Field>
      <Field label="Note" problem={problems.note} className="col-span-full">
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={500}
            placeholder="What to do when it fires"
            value={draft.note}
            onChange={({ target }) => onChange({ note: target.value })}
          />
        )}
      </Field>
      <ChannelChoice chosen={draft.channels} problem={problems.channels} onChange={(channels) => onChange({ channels })} />
    </>
  )
}

type ChannelChoiceProps = {
  readonly chosen: readonly AlertChannel[]
  readonly problem: string | undefined
  readonly onChange: (chosen: readonly AlertChannel[]) => void
}

function ChannelChoice({ chosen, problem, onChange }: ChannelChoiceProps) {
  const { data } = useQuery(channelsQuery, queryClient)
  return (
    <fieldset className="col-span-full flex flex-wrap gap-x-4 gap-y-1">
      <legend className="mb-1 font-medium text-12 text-ink-2">Notify me by</legend>
      {ALERT_CHANNELS.map((channel) => {
        const missing = data === undefined ? null : missingText(channel, data)
        const isChosen = chosen.includes(channel)
        return (
          <label
            key={channel}
            title={missing ?? undefined}
            className="inline-flex min-h-7 items-center gap-1.5 text-13 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:[&>input]:size-5"
          >
            <input
              type="checkbox"
              checked={isChosen}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem === undefined ? undefined : 'alert-channels-problem'}
              onChange={() => onChange(isChosen ? chosen.filter((each) => each !== channel) : [...chosen, channel])}
            />
            {channelLabels[channel]}
            {missing !== null && isChosen && <span className="text-warning">({missing})</span>}
          </label>
        )
      })}
      {problem !== undefined && <FieldError id="alert-channels-problem">{problem}</FieldError>}
    </fieldset>
  )
}

function missingText(channel: AlertChannel, channels: DeliveryChannels): string | null {
  switch (channel) {
    case 'app':
      return null
    case 'email':
      return channels.email.wanted ? null : 'switched off'
    case 'telegram':
      return channels.telegram.linked_at === null ? 'not linked yet' : channels.telegram.problem
    case 'push':
      return channels.push.devices.length === 0 ? 'no browser yet' : null
    case 'webhook':
      return channels.webhooks.some(({ enabled }) => enabled) ? null : 'none set up yet'
  }
}
