import type { CopyLogEntry, CopyRow } from '@aerie/wire/copies'

const TONES: Readonly<Record<CopyRow['state'] | CopyLogEntry['outcome'], string>> = {
  active: 'text-up',
  paused: 'text-warning',
  stopping: 'text-ink-2',
  stopped: 'text-ink-2',
  copied: 'text-up',
  skipped: 'text-warning',
  late: 'text-warning',
  refused: 'text-danger',
}

/** The state of a copy or the outcome of one of its orders. */
export const CopyMark = ({ of, text }: { readonly of: keyof typeof TONES; readonly text: string }) => (
  <span className={`min-w-18 flex-none rounded-[4px] border border-line-strong px-2 py-px text-center text-12 ${TONES[of]}`}>{text}</span>
)
