export const LEARN_TEXT = {
  retry: 'Try Again',

  list: {
    started: 'Started',
  },
  review: {
    none: 'Nothing to review. Questions you answer wrongly come back here after a day or more.',

    more: 'Load more',
  },
  lesson: {
    parts: 'Parts of the lesson',
    read: 'Read',
    task: 'Task',
    quiz: 'Quiz',
  },
} as const
