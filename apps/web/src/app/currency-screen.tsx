import { SUPPORTED_SYMBOLS } from '@aerie/wire/supported-symbols'
import { useParams } from 'react-router'
import { NotBuiltYet } from '../features/not-built-yet/not-built-yet.tsx'
import { NotFound } from '../features/not-found/not-found.tsx'

/** A screen of one coin: only the supported symbols have one. */
export function CurrencyScreen({ title }: { readonly title: string }) {
  const { currency = '' } = useParams()
  if (!SUPPORTED_SYMBOLS.some((symbol) => symbol === currency)) return <NotFound />
  return <NotBuiltYet title={`${title} · ${currency}`} />
}
