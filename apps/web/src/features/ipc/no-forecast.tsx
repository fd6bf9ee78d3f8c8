import { isSupportedSymbol, PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { IPC_WORDS } from './ipc-words.ts'

const { noForecast: WORDS } = IPC_WORDS

/** A coin without a forecast: says so, and where there are some. */
export const NoForecast = ({ symbol }: { readonly symbol: string }) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
    <h1 className="font-semibold text-24">{WORDS.title(symbol)}</h1>
    <p className="max-w-[52ch] text-15 text-ink-2">
      {WORDS.text(PREDICTED_SYMBOLS.slice(0, -1).join(', '), PREDICTED_SYMBOLS.at(-1) ?? '')}
    </p>
    <p className="flex flex-wrap justify-center gap-2">
      {PREDICTED_SYMBOLS.map((each) => (
        <ButtonLink key={each} to={`/ipc/${each}`}>
          {each}
        </ButtonLink>
      ))}
    </p>
    {isSupportedSymbol(symbol) && (
      <ButtonLink to={`/currencies/${symbol}`} variant="ghost">
        {WORDS.chart(symbol)}
      </ButtonLink>
    )}
  </div>
)
