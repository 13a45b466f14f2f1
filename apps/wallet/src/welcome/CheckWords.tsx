/** Three of the words, chosen at random, typed from paper: a backup that was never read may not be one. */
import { Field } from '@pursestrings/ui/Field'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Foot } from '../frame/Foot.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { StepBar } from './StepBar.tsx'

const ASKED = 3

/** Places in the list, in order, each once. */
export const placesToAsk = (count: number): readonly number[] => {
  const places = new Set<number>()
  while (places.size < Math.min(ASKED, count)) {
    const [pick = 0] = crypto.getRandomValues(new Uint32Array(1))
    places.add(pick % count)
  }
  return [...places].toSorted((one, other) => one - other)
}

interface Props {
  readonly words: readonly string[]
  readonly steps: number | undefined
  readonly onBack: () => void
  readonly onRight: () => void
}

export const CheckWords = ({ words, steps, onBack, onRight }: Props) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('check.title'))
  const form = useId()
  const [places] = useState(() => placesToAsk(words.length))
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [wrong, setWrong] = useState<readonly number[]>([])
  const check = () => {
    const missed = places.filter((place) => (typed[place] ?? '').trim().toLowerCase() !== words[place])
    setWrong(missed)
    if (missed.length === 0) onRight()
  }
  return (
    <div className="page">
      <StepBar n={steps} onBack={onBack} />
      <h1 ref={heading} tabIndex={-1}>
        {t('check.title')}
      </h1>
      <p className="lead">{t('check.lead')}</p>
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          check()
        }}
      >
        {places.map((place) => (
          <Field
            key={place}
            label={t('check.word', { n: place + 1 })}
            value={typed[place] ?? ''}
            onChange={(word) => setTyped({ ...typed, [place]: word })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={wrong.includes(place)}
          />
        ))}
      </form>
      <p className="field-fault" role="alert">
        {wrong.length > 0 ? t('check.wrong', { list: wrong.map((place) => place + 1).join(', ') }) : ''}
      </p>
      <Foot>
        <button type="button" className="button" onClick={onBack}>
          {t('check.back')}
        </button>
        <button type="submit" form={form} className="button" data-kind="primary">
          {t('check.go')}
        </button>
      </Foot>
    </div>
  )
}
