/** Automatic payments that wait, and the way to let them go: the passphrase, and for how long. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holdKeys, useHeldUntil } from '../keys/held-keys.ts'
import { ReviewNotice } from '../review/ReviewNotice.tsx'
import { OpenerSheet } from '../unlock/OpenerSheet.tsx'
import { HOLD_PRESET, HowLong } from './HowLong.tsx'
import { unlockKeysToHold } from './keys-to-hold.ts'
import { wakeAutomatic } from './wake.ts'

/** Nothing while it pays already. */
export const TurnOn = () => {
  const { t } = useTranslation()
  const until = useHeldUntil()
  const [asks, setAsks] = useState(false)
  if (until !== undefined) return null
  return (
    <>
      <ReviewNotice tone="look" icon="pause" bold={t('automatic.off.title')} rest={t('automatic.off.means')}>
        <button type="button" className="button" data-size="small" onClick={() => setAsks(true)}>
          {t('automatic.off.go')}
        </button>
      </ReviewNotice>
      {asks && <HoldSheet onClose={() => setAsks(false)} />}
    </>
  )
}

const HoldSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [minutes, setMinutes] = useState(HOLD_PRESET)
  return (
    <OpenerSheet
      title={t('automatic.sheet.title')}
      lead={t('automatic.sheet.lead')}
      choice={<HowLong minutes={minutes} onChange={setMinutes} />}
      run={async (opener) => {
        holdKeys(await unlockKeysToHold(opener), minutes)
        wakeAutomatic()
        onClose()
      }}
      verb={t('automatic.sheet.go')}
      busy={t('automatic.sheet.going')}
      no={t('frame.cancel')}
      onClose={onClose}
    />
  )
}
