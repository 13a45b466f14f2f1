/** Two ways to meet an agent: the wallet shows a key that the agent takes, or the agent shows a code that is typed here. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TopBar } from '../frame/TopBar.tsx'
import { EnterCode } from './EnterCode.tsx'
import { ShowKey } from './ShowKey.tsx'

const WAYS = ['showKey', 'enterCode'] as const

export const Connect = () => {
  const { t } = useTranslation()
  const [way, setWay] = useState<(typeof WAYS)[number]>('showKey')
  return (
    <div className="page">
      <TopBar title={t('connect.title')} back="/agents" />
      <fieldset className="segments">
        <legend className="visually-hidden">{t('connect.way')}</legend>
        {WAYS.map((one) => (
          <label key={one}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
            {t(`connect.${one}`)}
          </label>
        ))}
      </fieldset>
      {way === 'showKey' ? <ShowKey /> : <EnterCode />}
    </div>
  )
}
