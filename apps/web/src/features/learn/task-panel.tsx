import type { Lesson } from '@aerie/wire/lessons'
import { CircleCheck } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { useTaskCheck } from './use-task-check.ts'

type TaskPanelProps = { readonly lesson: string; readonly task: Lesson['task'] }

/** What to do in the product, where, and whether it was done: the server looks at what is stored. */
export function TaskPanel({ lesson, task }: TaskPanelProps) {
  const { isDone, isFetching, isPending, error, refetch } = useTaskCheck(lesson)
  return (
    <Panel title="Your task" trailing={isDone && <CircleCheck size={16} aria-hidden="true" className="text-success" />}>
      <div className="learn-task">
        <p className="font-medium text-13 text-ink-1">{task.text}</p>
        <ol>
          {task.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p role="status" className={isDone ? 'text-12 text-success' : 'text-12 text-ink-2'}>
          {isDone ? (
            'Done. We found it in your account.'
          ) : isPending ? (
            'Checking your account …'
          ) : error === null ? (
            'Not done yet. This updates when you do it.'
          ) : (
            <>
              Your account could not be checked. <ErrorText error={error} />
            </>
          )}
        </p>
        <span className="flex flex-wrap gap-2">
          <ButtonLink variant={isDone ? 'secondary' : 'primary'} to={task.to}>
            {task.button}
          </ButtonLink>
          {!isDone && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              Check now
            </Button>
          )}
        </span>
      </div>
    </Panel>
  )
}
