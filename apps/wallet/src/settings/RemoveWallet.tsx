/** Erases the wallet from this device. Agents are disconnected first, so that none is left asking a wallet that is gone. */
import { ApiError } from '@pursestrings/sdk'
import { Sheet } from '@pursestrings/ui/Sheet'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { forgetWallet, useVault } from '../keys/session.ts'
import { eraseAll } from '../keys/store.ts'
import { unsubscribeHere } from './push.ts'

export const RemoveWallet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { backed_up } = useVault()
  const [ticked, setTicked] = useState(false)
  const remove = useMutation({
    mutationFn: async (anyway: boolean) => {
      if (!anyway) {
        await api()
          .devices.revoke('current')
          .catch((error: unknown) => {
            // Removed before, as by a call whose answer was lost.
            if (!(error instanceof ApiError) || error.status !== 401) throw error
          })
      }
      await eraseAll()
      // A push service out of reach must not keep the wallet here; what it would still show is fixed words.
      await unsubscribeHere().catch(() => {})
    },
    onSuccess: forgetWallet,
  })
  return (
    <Sheet title={t('removal.title')} onClose={onClose}>
      <p className="muted">{t('removal.lead')}</p>
      {!backed_up && <p className="tone-stop">{t('removal.notBackedUp')}</p>}
      <label className="tick">
        <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
        {t('removal.tick')}
      </label>
      <p className="field-fault" role="alert">
        {remove.error ? t('removal.unreachable') : ''}
      </p>
      <div className="pair-of-buttons">
        <button type="button" className="button" onClick={onClose}>
          {t('frame.cancel')}
        </button>
        <button
          type="button"
          className="button"
          data-kind="danger"
          disabled={!ticked || remove.isPending}
          onClick={() => remove.mutate(remove.isError)}
        >
          {t(remove.isPending ? 'removal.working' : remove.isError ? 'removal.anyway' : 'removal.go')}
        </button>
      </div>
    </Sheet>
  )
}
