import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { buttonStyle } from '../../ui/controls/button-style.ts'
import { CoinPickerDialog } from '../market/index.ts'
import { coinPath } from './screen-params.ts'

type CoinPickerProps = {
  readonly symbol: string | null
  readonly isHeading?: boolean
  readonly children?: ReactNode
}

export function CoinPicker({ symbol, isHeading = false, children }: CoinPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const { search } = useLocation()
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      title="Choose a currency"
      onClick={() => setOpen(true)}
      className={
        children === undefined
          ? buttonStyle('secondary')
          : 'flex min-h-10 min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-surface-3 pointer-coarse:min-h-11'
      }
    >
      {children ?? 'Choose a currency'}
      <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
    </button>
  )
  return (
    <>
      {isHeading ? <h1 className="min-w-0">{button}</h1> : button}
      {isOpen && (
        <CoinPickerDialog current={symbol} onChoose={(chosen) => void navigate(coinPath(chosen, search))} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
