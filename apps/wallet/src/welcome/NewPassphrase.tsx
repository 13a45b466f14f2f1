/** Two fields for a new passphrase, with how well it holds. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEnough, STRENGTHS, strengthOf } from '../keys/strength.ts'
import { Passphrase } from '../unlock/Passphrase.tsx'

const SUGGESTED_WORDS = 5

export const useNewPassphrase = () => {
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [suggested, setSuggested] = useState(0)
  const strength = strengthOf(passphrase)
  return {
    passphrase,
    repeated,
    strength,
    /** How often one was suggested; the field then shows it. */
    suggested,
    is_ready: isEnough(strength) && passphrase === repeated,
    setPassphrase,
    setRepeated,
    async suggest() {
      const { suggestedWords } = await import('../keys/words.ts')
      setPassphrase(suggestedWords(SUGGESTED_WORDS))
      setRepeated('')
      setSuggested(suggested + 1)
    },
  }
}

interface Props {
  readonly chosen: ReturnType<typeof useNewPassphrase>
  readonly label?: string
}

export const NewPassphrase = ({ chosen, label }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const { passphrase, repeated, strength, suggested } = chosen
  const level = STRENGTHS.indexOf(strength)
  const differs = repeated !== '' && passphrase !== repeated && !passphrase.startsWith(repeated)
  return (
    <>
      <div className="stack-tight">
        <Passphrase
          key={suggested}
          label={label ?? t('passphrase.label')}
          value={passphrase}
          onChange={chosen.setPassphrase}
          autoComplete="new-password"
          shown={suggested > 0}
          describedBy={`${id}-strength`}
        />
        <span className="meter" aria-hidden="true">
          {[1, 2, 3, 4].map((bar) => (
            <span key={bar} data-tone={bar <= level ? (level > 2 ? 'proven' : 'look') : undefined} />
          ))}
        </span>
        <p id={`${id}-strength`} className="small muted" role="status">
          {level > 0 && (
            <b className={level > 2 ? 'tone-proven' : 'tone-look'}>{t(`passphrase.strength.${strength}`)} </b>
          )}
          {level === 0 ? t('passphrase.strength.none') : t(suggested > 0 ? 'passphrase.suggested' : 'passphrase.hint')}
        </p>
      </div>
      <div className="stack-tight">
        <Passphrase
          label={t('passphrase.repeat')}
          value={repeated}
          onChange={chosen.setRepeated}
          autoComplete="new-password"
          invalid={differs}
          describedBy={`${id}-differs`}
        />
        <p id={`${id}-differs`} className="field-fault" role="status">
          {differs ? t('passphrase.differs') : ''}
        </p>
      </div>
    </>
  )
}
