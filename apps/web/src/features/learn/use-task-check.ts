import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { openMessages } from '../../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../live/notices.ts'
import { useSession } from '../../session/session.ts'
import { readProgressAgain, taskQuery } from './lessons-queries.ts'

/** Whether the task of a lesson is done; looked up when something of the user's own has changed, and on coming back to the window. */
export function useTaskCheck(lesson: string) {
  const owner = useSession((state) => state.user?.user_id ?? null)
  const check = useQuery(taskQuery(lesson, owner), queryClient)
  const isDone = check.data?.done_at != null
  useEffect(() => {
    if (isDone) return readProgressAgain()
    openMessages()
    // What comes while a check is under way joins it: one call at a time, however much is traded.
    const again = () => void queryClient.invalidateQueries({ queryKey: ['lessons', 'task', lesson] }, { cancelRefetch: false })
    const stops = [onNotice(again), onNoticesResumed(again)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [lesson, isDone])
  return { ...check, isDone }
}
