/** Before the first request: the call that makes it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Code } from '../frame/Code.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { useServiceUrl } from '../frame/use-service-url.ts'
import { LiveDot } from '../live/Live.tsx'
import { SAMPLES, type Sample, sampleOf } from './samples.ts'

const KEPT = 'sample'

const keptSample = (): Sample => SAMPLES.find((name) => name === localStorage.getItem(KEPT)) ?? 'cli'

export const NoRequests = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(keptSample)
  const [copied, setCopied] = useState(false)
  const text = sampleOf(useServiceUrl())[open]
  const choose = (name: Sample) => {
    localStorage.setItem(KEPT, name)
    setCopied(false)
    setOpen(name)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="page">
      <Heading title={t('requests.title')} action={<LiveDot />} />
      <section className="card no-requests">
        <div>
          <h2>{t('requests.empty.title')}</h2>
          <p className="muted">{t('requests.empty.lead')}</p>
          <p className="no-requests-actions">
            <button type="button" className="button" data-kind="primary" onClick={() => void copy()}>
              {t(copied ? 'copy.done' : 'requests.empty.copy')}
            </button>
            <a className="button" href="/docs/guides/quickstart-agent/">
              {t('requests.empty.guide')}
            </a>
          </p>
        </div>
        <Tabs
          label={t('requests.empty.as')}
          tabs={SAMPLES.map((name) => ({ name, title: t(`requests.empty.${name}`) }))}
          open={open}
          onOpen={choose}
        >
          <Code text={text} />
        </Tabs>
      </section>
    </div>
  )
}
