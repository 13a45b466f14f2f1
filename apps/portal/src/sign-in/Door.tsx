/** The pages before the session: the ribbon, one column for the step, and beside it what the product is. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { AmountView } from '@pursestrings/ui/AmountView'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { Wordmark } from '@pursestrings/ui/Wordmark'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'
import { Ribbon } from '../frame/Ribbon.tsx'

// Beside the form: what the product is, drawn as payers see it. The example is an example, and nobody's.

const EXAMPLE = {
  payee: 'Harbour Books till',
  domain: 'harbour-books.example',
  address: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
}

const ProductPromise = () => {
  const { t } = useTranslation()
  return (
    <aside className="promise">
      <div className="facts" aria-hidden="true">
        <p className="facts-seal">
          <StatusGlyph tone="proven" glyph="tick" filled />
          {t('signIn.promise.seal')}
        </p>
        <div className="promise-facts">
          <p>
            <AmountView amount="12.5" asset="XLM" size="xl" />
            <span className="chip" data-testnet="">
              {t('testnet.name')}
            </span>
          </p>
          <p>
            <b>{EXAMPLE.payee}</b>
            <br />
            <span className="muted">{t('signIn.promise.verified', { domain: EXAMPLE.domain })}</span>
          </p>
          <AddressView address={EXAMPLE.address} />
        </div>
      </div>
      <ul>
        {(['asks', 'confirms', 'holds'] as const).map((line) => (
          <li key={line}>
            <Icon name="check" />
            {t(`signIn.promise.${line}`)}
          </li>
        ))}
      </ul>
    </aside>
  )
}

export const Door = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Ribbon />
    <div className="door">
      <main className="door-step">
        <Wordmark />
        {children}
      </main>
      <ProductPromise />
    </div>
  </>
)
