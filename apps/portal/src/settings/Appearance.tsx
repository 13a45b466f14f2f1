import { SCHEMES, setScheme, useScheme } from '@countersign/ui/scheme'
import { useTranslation } from 'react-i18next'
import { Section } from './Section.tsx'

export const Appearance = () => {
  const { t } = useTranslation()
  const { kept } = useScheme()
  return (
    <Section title={t('appearance.title')} lead={t('appearance.lead')}>
      <fieldset className="pad options">
        <legend className="visually-hidden">{t('appearance.title')}</legend>
        {SCHEMES.map((scheme) => (
          <label key={scheme} className="option">
            <input type="radio" name="scheme" checked={kept === scheme} onChange={() => setScheme(scheme)} />
            <b>{t(`appearance.${scheme}`)}</b>
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
