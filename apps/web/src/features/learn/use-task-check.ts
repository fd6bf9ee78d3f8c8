import { coalesceByKey } from '@aerie/runtime/coalesce'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { openMessages } from '../../live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../live/notices.ts'
import { useSession } from '../../session/session.ts'
import { readProgressAgain, taskQuery } from './lessons-queries.ts'

/**
 * Looks again after whatever has just come. One call at a time, however much is traded; a check that is under way may have looked before,
 * so it is waited for.
 */
const checkAgain = coalesceByKey(async (lesson: string): Promise<void> => {
  const checks = { queryKey: ['lessons', 'task', lesson] }
  if (queryClient.isFetching(checks) > 0) await queryClient.refetchQueries(checks, { cancelRefetch: false })
  await queryClient.invalidateQueries(checks, { cancelRefetch: false })
})

/** Whether the task of a lesson is done; looked up when something of the user's own has changed, and on coming back to the window. */
export function useTaskCheck(lesson: string) {
  const owner = useSession((state) => state.user?.user_id ?? null)
  const check = useQuery(taskQuery(lesson, owner), queryClient)
  const isDone = check.data?.done_at != null
  useEffect(() => {
    if (isDone) return readProgressAgain()
    openMessages()
    const again = () => void checkAgain(lesson)
    const stops = [onNotice(again), onNoticesResumed(again)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [lesson, isDone])
  return { ...check, isDone }
}
