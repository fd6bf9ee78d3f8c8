import * as WORDS from './ui-words.ts'

/** Beside the name of a screen that is not built yet. */
export const SoonMark = () => <sup className="ml-1 font-normal text-11 text-ink-3">{WORDS.soon}</sup>
