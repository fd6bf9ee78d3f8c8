import { useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'

/** A CSV file, chosen or dropped. */
export function FileChoice({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has the button as its twin
    <div
      className="import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <p className="text-13 text-ink-2">
        CSV files of Binance, Bybit, Hyperliquid, dYdX and Coinbase are recognised. For other files you assign the columns. Nothing is saved
        before you confirm.
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onFile(file)
          target.value = ''
        }}
      />
      <Button variant="primary" data-autofocus="" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </div>
  )
}
