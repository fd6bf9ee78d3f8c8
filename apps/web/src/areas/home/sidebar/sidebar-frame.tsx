import './sidebar.css'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonStyle } from '../../../ui/controls/icon-button.tsx'

type SidebarFrameProps = { readonly symbol: string; readonly onClose: () => void; readonly children: ReactNode }

/** Rendered at once so that the layout does not shift; content loads later. */
export const SidebarFrame = ({ symbol, onClose, children }: SidebarFrameProps) => (
  <aside className="sidebar" aria-labelledby="token-details-title" data-for-symbol={symbol}>
    <header className="flex items-center justify-between border-line border-b py-1 pr-1 pl-4">
      <h2 id="token-details-title" className="font-semibold text-13 text-ink-1">
        Token Details
      </h2>
      <button type="button" aria-label="Close Token Details" title="Close (Esc)" onClick={onClose} className={iconButtonStyle}>
        <X size={16} aria-hidden="true" />
      </button>
    </header>
    <div className="p-4">{children}</div>
  </aside>
)
