/** Above every page: that everything is stopped, and the way to go on, which takes the key of a device. */
import '../frame/page-bar.css'
import { Sheet } from '@pursestrings/ui/Sheet'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../frame/Ago.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import type { Opener } from '../keys/vault.ts'
import { OpenerForm } from '../unlock/OpenerForm.tsx'
import { undoWith, useStoppedAt } from './stop-all.ts'

export const StopBar = () => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const stopped_at = useStoppedAt()
  if (!stopped_at) return null
  return (
    <section className="page-bar" data-tone="look" aria-label={t('stop.is')}>
      <p>
        <Icon name="pause" size={18} />
        <span>
          <b>{t('stop.is')}</b> {t('stop.isMeans')}{' '}
          <span className="muted">
            <Ago at={stopped_at} />
          </span>
        </span>
      </p>
      <button type="button" className="button" data-size="small" onClick={() => setAsks(true)}>
        {t('stop.goOn')}
      </button>
      {asks && <GoOn onClose={() => setAsks(false)} />}
    </section>
  )
}

const GoOn = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [fault, setFault] = useState<unknown>()
  // What opens nothing is said by the form; what the service says is said above it.
  const run = async (opener: Opener): Promise<void> => {
    const undo = await undoWith(opener)
    setFault(undefined)
    await undo().then(onClose, setFault)
  }
  return (
    <Sheet title={t('stop.goOnTitle')} onClose={onClose}>
      <p className="muted">{t('stop.goOnMeans')}</p>
      {fault ? <Fault error={fault} /> : null}
      <OpenerForm
        run={run}
        verb={t('stop.goOn')}
        other={
          <button type="button" className="button" onClick={onClose}>
            {t('frame.cancel')}
          </button>
        }
      />
    </Sheet>
  )
}
