/** This device joins the wallet of another, which shows the code. */
import { Field } from '@pursestrings/ui/Field'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { openClient, queries } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { ScanCode } from '../frame/ScanCode.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { openedDevice } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { withDeviceKey } from './with-device-key.ts'

/** A whole link may be pasted, too: `svc://link?code=…`. */
const codeIn = (text: string): string => /[?&]code=([\w-]+)/.exec(text)?.[1] ?? text.trim()

export const LinkDevice = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<unknown>()
  const link = async (opener: Opener): Promise<void> => {
    const wallet = await withDeviceKey(opener)
    try {
      await wallet.useLinkCode(codeIn(text))
    } catch (error) {
      setFault(error)
      return
    }
    // What was read before was of a wallet that this device has left.
    queries.clear()
    await openClient(openedDevice())
    void go('/settings/devices', { replace: true })
  }
  return (
    <div className="page">
      <TopBar title={t('linkDevice.title')} back="/settings/devices" />
      <p className="lead">{t('linkDevice.lead')}</p>
      <Field
        label={t('linkDevice.code')}
        hint={t('linkDevice.hint')}
        value={text}
        onChange={setText}
        className="mono"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ScanCode onFound={(found) => setText(codeIn(found))} />
      <p className="small muted">{t('linkDevice.account')}</p>
      {fault ? <Fault error={fault} /> : null}
      {text.trim() !== '' && <OpenerForm run={link} verb={t('linkDevice.go')} busy={t('linkDevice.working')} />}
    </div>
  )
}
