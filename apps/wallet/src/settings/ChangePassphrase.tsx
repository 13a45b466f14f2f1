/** Another passphrase. The key stays what it was; only what it is sealed with changes. */
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Foot } from '../frame/Foot.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { replaceVault, useVault } from '../keys/session.ts'
import { changePassphrase } from '../keys/vault.ts'
import { Passphrase } from '../unlock/Passphrase.tsx'
import { NewPassphrase, useNewPassphrase } from '../welcome/NewPassphrase.tsx'

export const ChangePassphrase = () => {
  const { t } = useTranslation()
  const vault = useVault()
  const [current, setCurrent] = useState('')
  const chosen = useNewPassphrase()
  const form = useId()
  const change = useMutation({
    mutationFn: async () => replaceVault(await changePassphrase(vault, { passphrase: current }, chosen.passphrase)),
    onSuccess: () => {
      setCurrent('')
      chosen.setPassphrase('')
      chosen.setRepeated('')
    },
  })
  return (
    <div className="page">
      <TopBar title={t('change.title')} back="/settings" />
      <p className="lead">{t('change.lead')}</p>
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.is_ready && current !== '') change.mutate()
        }}
      >
        <div className="stack-tight">
          <Passphrase
            label={t('change.current')}
            value={current}
            onChange={setCurrent}
            autoComplete="current-password"
            invalid={change.isError}
            describedBy={`${form}-fault`}
          />
          <p id={`${form}-fault`} className="field-fault" role="alert">
            {change.isError ? t('change.wrong') : ''}
          </p>
        </div>
        <NewPassphrase chosen={chosen} label={t('change.next')} />
      </form>
      <p className="small muted">{t('change.old')}</p>
      <p role="status" className="tone-proven">
        {change.isSuccess ? t('change.done') : ''}
      </p>
      <Foot>
        <button type="button" className="button" onClick={() => void chosen.suggest()}>
          {t('passphrase.suggest')}
        </button>
        <button
          type="submit"
          form={form}
          className="button"
          data-kind="primary"
          disabled={!chosen.is_ready || current === '' || change.isPending}
        >
          {t(change.isPending ? 'change.working' : 'change.go')}
        </button>
      </Foot>
    </div>
  )
}
