/** A passkey as a second way to open the wallet. Made, tried, and only then used. */
import { useAct } from '@pursestrings/ui/use-act'
import { useTranslation } from 'react-i18next'
import { Foot } from '../frame/Foot.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { createPasskey, PasskeyFault, passkeysWork } from '../keys/passkey.ts'
import { replaceVault, useVault } from '../keys/session.ts'
import { addPasskey, type Opener } from '../keys/vault.ts'
import { StepBar } from './StepBar.tsx'

export const OfferPasskey = ({ opener, onDone }: { readonly opener: Opener; readonly onDone: () => void }) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('passkey.title'))
  const vault = useVault()
  const works = passkeysWork()
  const add = useAct(async () => {
    const passkey = await createPasskey(`Pursestrings wallet ${vault.address.slice(0, 4)}`)
    await replaceVault(await addPasskey(vault, opener, passkey))
    onDone()
  })
  const reason = add.error instanceof PasskeyFault ? add.error.reason : 'canceled'
  return (
    <div className="page start">
      <StepBar n={2} />
      <span className="emblem">
        <Icon name="passkey" size={60} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="hero">
        {t('passkey.title')}
      </h1>
      <p className="lead">{t('passkey.lead')}</p>
      <ul className="card points">
        <li>
          <Icon name="shield" /> {t('passkey.asks')}
        </li>
        <li>
          <Icon name="key" /> {t('passkey.keeps')}
        </li>
        <li className="muted">
          <Icon name="info" /> {t(works ? 'passkey.needs' : 'passkey.unavailable')}
        </li>
      </ul>
      <p className="field-fault" role="alert">
        {add.error ? t(`passkey.${reason}`) : ''}
      </p>
      <Foot stacked>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={!works || add.isPending}
          onClick={() => add.mutate()}
        >
          <Icon name="passkey" />
          {t('passkey.add')}
        </button>
        <button type="button" className="button" data-kind="quiet" onClick={onDone}>
          {t('passkey.later')}
        </button>
      </Foot>
    </div>
  )
}
