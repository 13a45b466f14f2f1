/** A passphrase that holds, typed twice; then the wallet is made. */
import { useAct } from '@pursestrings/ui/use-act'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault } from '../frame/Fault.tsx'
import { Foot } from '../frame/Foot.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { type Bytes, wipe } from '../keys/bytes.ts'
import { makeWallet } from '../keys/make-wallet.ts'
import { NewPassphrase, useNewPassphrase } from './NewPassphrase.tsx'
import { StepBar } from './StepBar.tsx'

interface Props {
  readonly entropy: Bytes
  readonly imported: boolean
  readonly onBack: () => void
  readonly onMade: (passphrase: string) => void
}

export const ChoosePassphrase = ({ entropy, imported, onBack, onMade }: Props) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('passphrase.title'))
  const chosen = useNewPassphrase()
  const form = useId()
  const make = useAct(async () => {
    await makeWallet(entropy, chosen.passphrase)
    wipe(entropy)
    onMade(chosen.passphrase)
  })
  return (
    <div className="page">
      <StepBar n={1} onBack={onBack} />
      <h1 ref={heading} tabIndex={-1}>
        {t('passphrase.title')}
      </h1>
      <p className="lead">{t(imported ? 'passphrase.leadImport' : 'passphrase.lead')}</p>
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.is_ready) make.mutate()
        }}
      >
        <NewPassphrase chosen={chosen} />
        <p className="aside">
          <Icon name="info" /> {t('passphrase.perPayment')}
        </p>
      </form>
      {make.error ? <Fault error={make.error} /> : null}
      <Foot>
        <button type="button" className="button" onClick={() => void chosen.suggest()}>
          {t('passphrase.suggest')}
        </button>
        <button
          type="submit"
          form={form}
          className="button"
          data-kind="primary"
          disabled={!chosen.is_ready || make.isPending}
        >
          {t(make.isPending ? 'passphrase.working' : 'passphrase.continue')}
        </button>
      </Foot>
    </div>
  )
}
