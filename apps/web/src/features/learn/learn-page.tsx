import { useSearchParams } from 'react-router'
import './learn.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { LessonList } from './lesson-list.tsx'

const LessonView = lazyPart(async () => (await import('./lesson-view.tsx')).LessonView)
const ReviewView = lazyPart(async () => (await import('./review-view.tsx')).ReviewView)

/** Learn: the list of lessons, a lesson (`?lesson=stops`), or the review of what is due (`?review=1`). */
export function LearnPage() {
  const [params] = useSearchParams()
  const lesson = params.get('lesson')
  return (
    <QueryClientProvider client={queryClient}>
      <div className="learn">
        {lesson !== null ? <LessonView key={lesson} id={lesson} /> : params.has('review') ? <ReviewView /> : <LessonList />}
      </div>
    </QueryClientProvider>
  )
}
