/**
 * Whether only answers that this device's key signed count. Switching it on is one press; switching it off takes the key, so that
 * whoever has only the wallet's token can't.
 */
import type { Connection } from '@pursestrings/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, loadClient } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Switch } from '../frame/Switch.tsx'
import { unlockDeviceKey } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { Sheet } from '../leaf/Sheet.tsx'
import { settings } from '../settings.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'

interface Props {
  readonly connection: Connection
  readonly onChanged: () => Promise<void>
}

export const AgentSignature = ({ connection: { connection_id, decision_signature }, onChanged }: Props) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const require = useMutation({
    mutationFn: () => api().connections.update(connection_id, { decision_signature: 'required' }),
    onSuccess: onChanged,
  })
  const stop = async (opener: Opener): Promise<void> => {
    const [device_key, { deviceKid, signConnectionChange }, { service_url }] = await Promise.all([
      unlockDeviceKey(opener),
      loadClient(),
      settings(),
    ])
    const change = { aud: service_url, connection_id, decision_signature: 'optional' } as const
    const kid = await deviceKid(device_key.public_key)
    const change_jws = await signConnectionChange({ ...device_key, kid }, change)
    await api().connections.update(connection_id, { decision_signature: 'optional', change_jws })
    await onChanged()
    setAsks(false)
  }
  return (
    <section className="group" aria-label={t('agent.signed.title')}>
      <div className="card rows">
        <Switch
          label={t('agent.signed.title')}
          hint={t('agent.signed.means')}
          on={decision_signature === 'required'}
          disabled={require.isPending}
          onChange={(on) => (on ? require.mutate() : setAsks(true))}
        />
      </div>
      {require.error ? <Fault error={require.error} /> : null}
      {asks && (
        <Sheet title={t('agent.signed.stopTitle')} onClose={() => setAsks(false)}>
          <p className="muted">{t('agent.signed.stopMeans')}</p>
          <OpenerForm
            run={stop}
            verb={t('agent.signed.stop')}
            other={
              <button type="button" className="button" onClick={() => setAsks(false)}>
                {t('agent.signed.keep')}
              </button>
            }
          />
        </Sheet>
      )}
    </section>
  )
}
