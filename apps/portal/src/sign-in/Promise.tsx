/** Beside the form: what the product is, drawn as payers see it. The example is an example, and nobody's. */
import { AddressView } from '@countersign/ui/AddressView'
import { AmountView } from '@countersign/ui/AmountView'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'

const EXAMPLE = {
  payee: 'Harbour Books till',
  domain: 'harbour-books.example',
  address: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
}

export const ProductPromise = () => {
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
