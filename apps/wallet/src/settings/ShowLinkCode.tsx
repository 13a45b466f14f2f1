/** A code for the user's other device, after the passphrase: this device's key signs for it. */
import type { WalletClient } from '@pursestrings/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../agents/QrCode.tsx'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Left, useIsOver } from '../frame/Left.tsx'
import type { Opener } from '../keys/vault.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { withDeviceKey } from './with-device-key.ts'

type Shown = Awaited<ReturnType<WalletClient['showLinkCode']>>

export const ShowLinkCode = () => {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>()
  const [fault, setFault] = useState<unknown>()
  const over = useIsOver(shown?.expires_at)
  const show = async (opener: Opener): Promise<void> => {
    const wallet = await withDeviceKey(opener)
    setFault(undefined)
    await wallet.showLinkCode().then(setShown, setFault)
  }
  if (!shown || over) {
    return (
      <div className="card pad stack">
        <p>{t(over ? 'devices.over' : 'devices.confirm')}</p>
        {fault ? <Fault error={fault} /> : null}
        <OpenerForm run={show} verb={t('devices.show')} />
      </div>
    )
  }
  return (
    <>
      <p>{t('devices.codeLead')}</p>
      <div className="card key-card">
        <QrCode text={shown.link_uri} label={t('devices.qr')} />
        <p className="connect-key" translate="no">
          {shown.code}
        </p>
        <p className="key-left">
          <Left until={shown.expires_at} />
          <Copy value={shown.code} what={t('devices.code')} />
        </p>
      </div>
      <p className="aside">
        <Icon name="alert" /> {t('devices.secret')}
      </p>
    </>
  )
}
