import { isSupportedSymbol, PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { ButtonLink } from '../../ui/controls/button-link.tsx'

/** A coin without a forecast: says so, and where there are some. */
export const NoForecast = ({ symbol }: { readonly symbol: string }) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
    <h1 className="font-semibold text-24">{`No forecast for ${symbol}`}</h1>
    <p className="max-w-[52ch] text-15 text-ink-2">
      {`Forecasts are made every hour for ${PREDICTED_SYMBOLS.slice(0, -1).join(', ')} and ${PREDICTED_SYMBOLS.at(-1) ?? ''}, and scored in public. Other coins have no track record yet.`}
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
        {`Chart of ${symbol}`}
      </ButtonLink>
    )}
  </div>
)
